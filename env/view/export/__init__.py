"""A battle as a page, a picture, a film, a frame of a notebook, and in the render modes."""
