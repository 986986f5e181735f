"""The congress: its events, its officials and their roles, and the event as it stands in this process."""
