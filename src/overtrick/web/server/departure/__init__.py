"""An organisation that leaves the server: everything it owns is exported, and then erased here."""
