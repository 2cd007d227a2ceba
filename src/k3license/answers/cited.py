"""Facts as reasons cite them: what is written, where, and what backs it."""

from k3license.model.explanation import Fact
from k3license.reading.evidence import Provenance
from k3license.text.flow import flow_text


def cited(provenance: Provenance, path: str) -> Fact:
    """Return the fact at *path* with its line and evidence; what is not in the file is stated as None."""
    evidence = provenance[path]
    stated = provenance.stated(path)
    return Fact(
        path=path,
        stated=None if stated is None else flow_text(stated),
        line=evidence.line,
        source=evidence.source,
        document=evidence.document,
        by=evidence.by,
        as_of=evidence.as_of,
    )
