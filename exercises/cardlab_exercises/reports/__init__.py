"""What has been practised: one learner's progress and a whole class."""
