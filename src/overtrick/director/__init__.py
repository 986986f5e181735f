"""What an official may do: an intention is checked against the state of the event, and becomes acts or a refusal."""
