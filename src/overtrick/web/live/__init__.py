"""The live stream: who watches an event is told what their pages say, or its last number. No Django is in here."""
