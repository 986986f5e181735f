"""Push notifications to players' browsers: a draw is published, a match result is in."""
