"""The demo: a running congress with several events in progress, and simulated phones that keep posting."""
