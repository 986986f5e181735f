"""The demo: a running congress with four events in progress, and simulated phones that keep posting."""
