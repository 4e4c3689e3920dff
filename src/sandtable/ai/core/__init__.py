"""What all games' agents share: planning in guessed worlds, budgets, reasons, the review."""
