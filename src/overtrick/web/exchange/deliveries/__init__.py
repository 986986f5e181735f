"""Results sent to other sites: a queue that the desk fills and a worker beside the server empties."""
