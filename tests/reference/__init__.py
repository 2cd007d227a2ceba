"""A plain, slow, two-valued second opinion, written from the design page and the license texts alone."""
