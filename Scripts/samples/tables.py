"""The tables that describe the samples: expected.tsv, and those inside Samples/README.md, where the
text around them is written by hand."""

from collections import Counter
from dataclasses import astuple
from importlib.metadata import version

from samples.breakages import BREAKAGES
from samples.catalogue import CATALOGUE
from samples.makes import MAKES
from samples.malformed import MALFORMED_LIST
from samples.outcomes import Outcome, malformed, read_outcomes, write_outcomes
from samples.query import QUERY_FILES, QUERY_OUTCOME
from samples.settings import SAMPLES, entity
from samples.subscribers import BROKEN_LINES
from samples.xmlsec_tool import xmlsec


def expectations() -> dict[str, Outcome]:
    """What is expected of every file, by its path below Samples."""
    expected = {f"captures/{capture.name}": capture.outcome for capture in CATALOGUE}
    expected |= {f"captures/{name}": QUERY_OUTCOME for name in QUERY_FILES}
    expected |= {
        f"captures/malformed/{item.name}": malformed(item.reason) for item in MALFORMED_LIST
    }
    return expected


def write_expectations() -> None:
    """Writes expected.tsv."""
    rows = [((path,), outcome) for path, outcome in expectations().items()]
    write_outcomes(SAMPLES / "expected.tsv", ("path",), rows)


def write_readme() -> None:
    """Replaces what stands between the marker comments."""
    readme = SAMPLES / "README.md"
    text = readme.read_text(encoding="utf-8")
    text = with_section(text, "captures", captures_table())
    text = with_section(text, "malformed", malformed_table())
    text = with_section(text, "subscribers", issuers_table() + "\n\n" + breakages_table())
    text = with_section(text, "tools", f"Made with {tool_versions()}.")
    readme.write_text(text, encoding="utf-8")


def with_section(text: str, name: str, content: str) -> str:
    """The text with what stands between two marker comments replaced."""
    begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    head, rest = text.split(begin)
    return head + begin + content + "\n" + end + rest.split(end)[1]


def captures_table() -> str:
    """The numbered captures, and the query they answer."""
    rows = [
        (f"`{item.name}`", item.about, item.made_by, *verdict(item.outcome)) for item in CATALOGUE
    ]
    rows += [
        (f"`{name}`", about, "xmlsec1", *verdict(QUERY_OUTCOME))
        for name, about in QUERY_FILES.items()
    ]
    return markdown(("File", "What it is", "Made by", "Unchecked", "Checked", "Reason"), rows)


def malformed_table() -> str:
    """The files no message can be read from."""
    rows = [(f"`{item.name}`", item.about, item.reason) for item in MALFORMED_LIST]
    return markdown(("File", "What it is", "Reason"), rows)


def issuers_table() -> str:
    """The lines of the NDJSON file by issuer."""
    broken = Counter(row["issuer"] for row, _ in read_outcomes(BROKEN_LINES))
    rows = [
        (f"`{entity(name)}`", make.about, str(make.lines), str(broken[name]))
        for name, make in MAKES.items()
    ]
    return markdown(("Issuer", "Make", "Lines", "Broken"), rows)


def breakages_table() -> str:
    """The broken lines of the NDJSON file by what is wrong with them."""
    rows = [
        (kind, item.about, str(item.lines), item.outcome.unchecked, item.outcome.checked)
        for kind, item in BREAKAGES.items()
    ]
    return markdown(("Reason", "What is broken", "Lines", "Unchecked", "Checked"), rows)


def verdict(outcome: Outcome) -> tuple[str, str, str]:
    """An outcome as table cells; the kind of message goes without saying."""
    return astuple(outcome)[1:]


def markdown(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A Markdown table."""
    lines = [heads, ("---",) * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def tool_versions() -> str:
    """The tools and their versions."""
    xmlsec1 = xmlsec("--version").decode().split()[1]
    return (
        f"xmlsec1 {xmlsec1}, signxml {version('signxml')}, lxml {version('lxml')} and"
        f" cryptography {version('cryptography')}"
    )
