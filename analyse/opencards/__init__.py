"""All cards open: the solver, and the plays worth a look."""
