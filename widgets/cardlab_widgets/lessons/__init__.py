"""What lessons are made of: steppers, practice, comparisons, answers to reveal, score pages."""
