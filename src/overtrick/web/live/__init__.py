"""The live stream: who watches an event is told the number of its last posting. No Django is in here."""
