"""One file a family of formats; each has `make(folder)`."""
