"""The room: pages for everybody, players and onlookers."""
