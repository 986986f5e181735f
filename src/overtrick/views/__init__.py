"""An event as its readers see it: plain objects made from a `Tournament`, which every interface shows as they are."""
