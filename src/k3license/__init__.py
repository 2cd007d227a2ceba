"""k3license: what an open-weight model's license asks of an organization, answered from facts."""

__version__ = "0.1.0"
