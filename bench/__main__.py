"""`python -m bench`: ratios measured here and now, beside the limits that they are to keep."""

from bench import startup, verdicts

HEAD = ("measured", "beside", "ratio", "at most")


def main() -> None:
    """Print one table; nothing is written."""
    rows = [HEAD, *startup.rows(), *verdicts.rows()]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


if __name__ == "__main__":
    main()
