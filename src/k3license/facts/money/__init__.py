"""Money and users over months: the largest totals of a group or a product, as exactly as figures allow."""
