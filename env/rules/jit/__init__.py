"""How kernels are compiled: put together, kept on disk, called by address, interrupted."""
