"""Events as diagrams: boxes for stages, streams of contestants between them, tables, and brackets."""
