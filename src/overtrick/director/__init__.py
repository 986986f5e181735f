"""What officials may do: an act is checked against the state of the event, and becomes postings or a refusal."""
