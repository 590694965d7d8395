"""How an exercise is declared: questions, forms of answer, verdicts, and the bank of all exercises."""
