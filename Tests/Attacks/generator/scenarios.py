"""Cases that need more than one message: containers, archives, journals, saved results and what is written.

A scenario is a folder of files and a few runs of samlkit in it, each with its acceptable statuses. `{dir}` stands for
the folder, `{attacks}` for Tests/Attacks. Afterwards some texts must not be found in some files, some files must
not have changed or grown, and no run may have been ended by a signal.
"""

import base64
import gzip
import io
import json
import tarfile
import zipfile
from dataclasses import dataclass, field
from functools import reduce

from generator.messages import Message, attribute
from generator.settings import FOLDER, NAME, SP, STATUS, VALUE, instant

SCENARIOS = FOLDER / "scenarios.ndjson.gz"
JUDGED = ["--trust", "{attacks}/trust/providers.xml", "--audience", SP, "--now", instant(0)]
RESULTS = "{dir}/results.ndjson"


@dataclass(frozen=True)
class Scenario:
    """One case."""

    family: str
    case: str
    title: str
    files: dict
    steps: list
    absent: list = field(default_factory=list)
    present: list = field(default_factory=list)
    at_most: dict = field(default_factory=dict)
    unchanged: list = field(default_factory=list)

    def json(self) -> dict:
        return {
            "id": f"{self.family}/{self.case}",
            "family": self.family,
            "title": self.title,
            "files": [{"path": path, **stored(content)} for path, content in self.files.items()],
            "steps": [{"arguments": arguments, "status": statuses} for arguments, statuses in self.steps],
            "absent": [{"file": file, "text": text} for file, text in self.absent],
            "present": [{"file": file, "text": text} for file, text in self.present],
            "atMost": self.at_most,
            "unchanged": self.unchanged,
        }


def stored(content) -> dict:
    """A file's content as it is stored: bytes, a link, a folder, or pieces with their counts."""
    if isinstance(content, str):
        content = content.encode()
    if isinstance(content, bytes):
        return {"base64": base64.b64encode(content).decode()}
    return content


def link(target: str) -> dict:
    return {"link": target}


FOLDER_ONLY = {"folder": True}


def zipped(members: list[tuple[str, bytes]], **options) -> bytes:
    """A zip file with fixed times."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            information = zipfile.ZipInfo(name, (2026, 3, 1, 12, 0, 0))
            information.compress_type = options.get("method", zipfile.ZIP_DEFLATED)
            archive.writestr(information, content)
    return buffer.getvalue()


def tarred(members: list[tuple]) -> bytes:
    """A tar file with fixed times; a member is a name and bytes, or a name and a TarInfo's type and link."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, content, *rest in members:
            information = tarfile.TarInfo(name)
            information.mtime = 1_772_366_400
            if rest:
                information.type, information.linkname = rest[0], content.decode()
                archive.addfile(information)
            else:
                information.size = len(content)
                archive.addfile(information, io.BytesIO(content))
    return buffer.getvalue()


def packed(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def har(entries: list[dict]) -> str:
    return json.dumps({"log": {"version": "1.2", "entries": entries}})


def har_entry(message: str) -> dict:
    body = base64.b64encode(message.encode()).decode()
    return {
        "startedDateTime": "2026-03-01T12:00:00Z",
        "request": {
            "method": "POST",
            "url": "https://sp.example/saml/consume",
            "headers": [],
            "postData": {
                "mimeType": "application/x-www-form-urlencoded",
                "params": [{"name": "SAMLResponse", "value": body}],
                "text": "SAMLResponse=" + body.replace("+", "%2B").replace("=", "%3D").replace("/", "%2F"),
            },
        },
        "response": {"status": 200, "headers": [], "content": {"text": "", "mimeType": "text/plain"}},
    }


def honest(name: str, **changes) -> str:
    return Message(f"scenario {name}", **changes).xml()


def batch(*inputs: str, output: str = RESULTS, extra: tuple = (), status=(0, 1, 3)) -> tuple:
    return (
        ["batch", *(f"{{dir}}/{one}" for one in inputs), "--quiet", "--output", output, *JUDGED, *extra],
        list(status),
    )


def verify(name: str, *statuses: int, command: str = "verify") -> tuple:
    return ([command, f"{{dir}}/{name}", *JUDGED], list(statuses))


def all_scenarios() -> list[Scenario]:
    return [*empty_containers(), *amplification(), *archives(), *journals(), *injection(), *redaction()]


def empty_containers() -> list[Scenario]:
    """What holds no message is no success."""
    empties = {
        "har": ("a HAR without entries", {"x.har": har([])}, "x.har"),
        "har-without-messages": (
            "a HAR whose entry is no message",
            {
                "x.har": har(
                    [
                        {
                            "request": {"method": "GET", "url": "https://a.example/", "headers": []},
                            "response": {"status": 200, "headers": [], "content": {}},
                            "startedDateTime": "2026-03-01T12:00:00Z",
                        }
                    ]
                )
            },
            "x.har",
        ),
        "csv-header": ("a CSV header", {"x.csv": "time,SAMLResponse\n"}, "x.csv"),
        "zip": ("an empty zip", {"x.zip": zipped([])}, "x.zip"),
        "tar-of-hidden": ("a tar of hidden files", {"x.tar": tarred([(".hidden", b"x"), ("._a.xml", b"y")])}, "x.tar"),
        "blank-lines": ("lines without anything in them", {"x.ndjson": "\n\n\n"}, "x.ndjson"),
        "folder": ("an empty folder", {"x": FOLDER_ONLY}, "x"),
        "folder-of-hidden": ("a folder of hidden files", {"x/.a.xml": "<a/>"}, "x"),
        "json-list": ("an empty JSON list", {"x.json": "[]"}, "x.json"),
        "gzip": ("a gzip file of nothing", {"x.gz": packed(b"")}, "x.gz"),
        "nothing": ("a file of no bytes", {"x.xml": b""}, "x.xml"),
        "nested-zip": ("an empty zip in a zip", {"x.zip": zipped([("y.zip", zipped([]))])}, "x.zip"),
        "byte-order-mark": ("a byte order mark", {"x.json": b"\xef\xbb\xbf"}, "x.json"),
    }
    found = []
    for name, (what, files, path) in empties.items():
        # Whether an empty file is no message or a malformed one, it is no success.
        found.append(
            Scenario(
                "empty-containers",
                name,
                f"verify, attributes and batch are given {what}.",
                files,
                [verify(path, 1, 2, 3), verify(path, 1, 2, 3, command="attributes"), batch(path, status=(1, 3))],
            )
        )
    two = "\n".join(
        json.dumps({"SAMLResponse": base64.b64encode(honest(f"two {i}").encode()).decode()}) for i in range(2)
    )
    found.append(
        Scenario(
            "empty-containers",
            "several",
            "verify and attributes are given two messages and no --all.",
            {"x.ndjson": two},
            [verify("x.ndjson", 1, 2, 3), verify("x.ndjson", 1, 2, 3, command="attributes")],
        )
    )
    one = har([har_entry(honest("one"))])
    found.append(
        Scenario(
            "empty-containers",
            "control-one",
            "A HAR with one message.",
            {"x.har": one},
            [verify("x.har", 0), verify("x.har", 0, command="attributes"), batch("x.har", status=(0,))],
        )
    )
    found.append(
        Scenario(
            "empty-containers",
            "control-shard",
            "A part of a run that has nothing in it.",
            {"x.xml": honest("shard")},
            [
                batch("x.xml", output="{dir}/one.ndjson", extra=("--shard", "1/2"), status=(0,)),
                batch("x.xml", output="{dir}/two.ndjson", extra=("--shard", "2/2"), status=(0,)),
            ],
        )
    )
    return found


def amplification() -> list[Scenario]:
    """Little that is read gives little that is written."""
    # Entries of HAR files and archives without a message are counted in blocks; lines are records, up to the
    # bound of the run.
    few, bound = {"{dir}/results.ndjson": 10_000}, {"{dir}/results.ndjson": 4_000_000}
    count = 4_000
    entry = '{"request":{"method":"GET","url":"/","headers":[]},"response":{"status":200,"headers":[],"content":{}}}'
    empties = {
        "har-entries": (
            "HAR entries without a message",
            "x.har.gz",
            packed(('{"log":{"entries":[' + ",".join([entry] * 4000) + "]}}").encode()),
        ),
        "json-list": (
            "empty objects in a JSON list",
            "x.json.gz",
            packed(("[" + ",".join(["{}"] * count) + "]").encode()),
        ),
        "json-lines": ("empty objects on lines", "x.ndjson.gz", packed(b"{}\n" * count)),
        "other-lines": ("objects without the field on lines", "x.ndjson.gz", packed(b'{"a":1}\n' * count)),
        "csv-rows": ("rows whose cell is empty", "x.csv.gz", packed(b"id,SAMLResponse\n" + b"1,\n" * count)),
        "blank-lines": ("blank lines", "x.txt.gz", packed(b"\n" * count * 5)),
        "zip-members": ("empty members of a zip", "x.zip", zipped([(f"m{i}.xml", b"") for i in range(2000)])),
        "tar-members": (
            "empty members of a tar",
            "x.tar.gz",
            packed(tarred([(f"m{i}.xml", b"") for i in range(2000)])),
        ),
        "zip-in-zip": (
            "members of a zip in a zip",
            "x.zip",
            zipped([("y.zip", zipped([(f"m{i}.xml", b"") for i in range(2000)]))]),
        ),
        "short-lines": ("lines of one letter", "x.txt.gz", packed(b"a\n" * count)),
        "json-numbers": ("numbers in a JSON list", "x.json.gz", packed(("[" + ",".join(["1"] * count) + "]").encode())),
    }
    found = [
        Scenario(
            "amplification",
            name,
            f"Thousands of {what}.",
            {path: content},
            [batch(path, status=(0, 1, 3, 5))],
            at_most=few if "har" in path or "zip" in path or "tar" in path else bound,
        )
        for name, (what, path, content) in empties.items()
    ]
    many = "\n".join(
        json.dumps({"SAMLResponse": base64.b64encode(honest("many").encode()).decode()}) for _ in range(50)
    )
    found.append(
        Scenario(
            "amplification",
            "control-messages",
            "Fifty honest messages.",
            {"x.ndjson.gz": packed(many.encode())},
            [batch("x.ndjson.gz", status=(0,))],
            present=[("{dir}/results.ndjson", '"index":49')],
        )
    )
    found.append(
        Scenario(
            "amplification",
            "control-mixed",
            "Blank lines between honest messages.",
            {"x.ndjson": many.replace("\n", "\n\n\n")},
            [batch("x.ndjson", status=(0,))],
            present=[("{dir}/results.ndjson", '"index":49')],
        )
    )
    return found + shapes()


def shapes() -> list[Scenario]:
    """Shapes that could make `bundle` and `diff` slow or write much. LinearWorkTests counts the work of a bundle."""
    values = {
        "dots": "a." * 4_000,
        "hyphens": "a-" * 4_000,
        "backslashes": "\\" * 8_000,
        "percent-signs": "%25" * 2_700,
        "base64": "QUJD" * 2_000,
        "two-bytes": "é" * 4_000,
        "four-bytes": "𝄞" * 2_000,
    }
    messages = {
        f"{name}.xml": honest(f"bundle {name}", signed=(), attributes=attribute("uid", value))
        for name, value in values.items()
    }
    bundle = "{dir}/bundle.zip"
    total = sum(len(message.encode()) for message in messages.values())
    # A bundle keeps backslashes and percent signs: they are punctuation.
    replaced = [value[:24] for name, value in values.items() if name not in ("backslashes", "percent-signs")]
    # diff shows 64 letters of each name in a path, and a thousand changes.
    name, children, most = "n" * 200, 1_500, 8_000_000
    compared = {
        f"{number}.xml": f"<{name}>" * 100 + f"<b>{number}</b>" * children + f"</{name}>" * 100 for number in (1, 2)
    }
    return [
        Scenario(
            "amplification",
            "bundled-values",
            "A bundle of messages with long values of letters between dots, of escapes, of Base64 and of what is not ASCII.",
            messages,
            [(["bundle", *(f"{{dir}}/{path}" for path in messages), "--output", bundle], [0])],
            absent=[(bundle, text) for text in replaced],
            present=[(bundle, f"message-{len(messages)}.xml")],
            at_most={bundle: total + 20_000},
        ),
        Scenario(
            "amplification",
            "compared-depth",
            "A comparison of messages with a hundred elements of long names inside each other and many children.",
            compared,
            [(["diff", "--json", "{dir}/1.xml", "{dir}/2.xml"], [1])],
            at_most={"{dir}/.stdout": most},
        ),
    ]


def archives() -> list[Scenario]:
    """Members that point elsewhere, lie about themselves or unpack without end."""
    victim = {"victim.txt": "untouched"}
    found = []

    def case(name, title, path, content, status=(0, 1, 3, 5), **others):
        found.append(
            Scenario(
                "archives",
                name,
                title,
                {path: content, **victim},
                [batch(path, status=status)],
                unchanged=["{dir}/victim.txt"],
                **others,
            )
        )

    message = honest("member").encode()
    secret = honest("secret", attributes=attribute("uid", "read-from-outside")).encode()
    case(
        "parent",
        "A member whose name climbs out of the folder.",
        "x.zip",
        zipped([("../victim.txt", message), ("../../etc/x", message)]),
    )
    case("absolute", "A member with an absolute name.", "x.tar", tarred([("/absolute-member.xml", message)]))
    for kind, name in ((tarfile.SYMTYPE, "symbolic"), (tarfile.LNKTYPE, "hard")):
        found.append(
            Scenario(
                "archives",
                f"{name}-link",
                f"A {name} link to a file beside the archive.",
                {"x.tar": tarred([("a.xml", b"secret.xml", kind)]), "secret.xml": secret},
                [batch("x.tar")],
                absent=[("{dir}/results.ndjson", "read-from-outside")],
            )
        )
    case(
        "device",
        "A member that is a device.",
        "x.tar",
        tarred([("null", b"", tarfile.CHRTYPE), ("pipe", b"", tarfile.FIFOTYPE)]),
    )
    case(
        "same-name",
        "Two members of one name.",
        "x.zip",
        zipped([("a.xml", message), ("a.xml", honest("other member").encode())]),
        present=[("{dir}/results.ndjson", '"index":1')],
    )
    case("truncated", "A zip that ends too early.", "x.zip", zipped([("a.xml", message)])[:-30])
    case(
        "size",
        "A zip whose directory says another size than the member.",
        "x.zip",
        zipped([("a.xml", message)]).replace(len(message).to_bytes(4, "little"), (1 << 30).to_bytes(4, "little")),
    )
    deep = message
    for level in range(20):
        deep = zipped([(f"l{level}.zip" if level else "a.xml", deep)])
    case("deep", "Twenty zips inside each other.", "x.zip", deep)
    case("gzip-in-gzip", "Twenty layers of gzip.", "x.gz", reduce(lambda data, _: packed(data), range(20), message))
    case("gzip-rest", "Bytes after the end of a gzip file.", "x.xml.gz", packed(message) + b"rest")
    case("bomb", "A member that unpacks to five million zeros.", "x.zip", zipped([("a.xml", bytes(5_000_000))]))
    case(
        "control-characters",
        "A member whose name has control characters.",
        "x.zip",
        zipped([("a\x1b[2Jb\n.xml", message)]),
        absent=[("{dir}/results.ndjson", "\x1b")],
    )
    encrypted = bytearray(zipped([("a.xml", message)], method=zipfile.ZIP_STORED))
    encrypted[6] |= 1
    encrypted[bytes(encrypted).index(b"PK\x01\x02") + 8] |= 1
    case("encrypted", "A member that says it is encrypted.", "x.zip", bytes(encrypted))
    for name, content in (("control-zip", zipped([("a.xml", message)])), ("control-tar", tarred([("a.xml", message)]))):
        found.append(
            Scenario(
                "archives",
                name,
                "An archive with an honest message.",
                {"x." + name[8:]: content},
                [batch("x." + name[8:], status=(0,))],
                present=[("{dir}/results.ndjson", '"accepted"')],
            )
        )
    return found


def journals() -> list[Scenario]:
    """Files beside the results, and saved results, that somebody else wrote."""
    found = []
    message = {"x.xml": honest("journal")}

    def case(name, title, files, steps, **others):
        found.append(Scenario("saved-files", name, title, {**message, **files}, steps, **others))

    run = batch("x.xml", status=(0, 1, 2, 5))
    resumed = batch("x.xml", extra=("--resume",), status=(0, 1, 2, 5))
    victim = {"victim.txt": "untouched"}
    keep = {"unchanged": ["{dir}/victim.txt"]}
    for suffix in ("partial", "journal"):
        case(
            f"{suffix}-link",
            f"The {suffix} file is a link to another file.",
            {**victim, f"results.ndjson.{suffix}": link("victim.txt")},
            [run],
            **keep,
        )
        case(
            f"{suffix}-link-resumed",
            "The same, and the run is to be resumed.",
            {**victim, f"results.ndjson.{suffix}": link("victim.txt")},
            [resumed],
            **keep,
        )
    case(
        "results-link",
        "The results are a link to another file.",
        {**victim, "results.ndjson": link("victim.txt")},
        [run],
        **keep,
    )
    case(
        "output-is-input",
        "The output is the input.",
        {},
        [(["batch", "{dir}/x.xml", "--quiet", "--output", "{dir}/x.xml", *JUDGED], [2])],
        unchanged=["{dir}/x.xml"],
    )
    case(
        "output-is-trust",
        "The output is the trusted metadata.",
        {"t.ndjson": "{}"},
        [(["batch", "{dir}/x.xml", "{dir}/t.ndjson", "--quiet", "--output", "{dir}/t.ndjson", *JUDGED], [2])],
        unchanged=["{dir}/t.ndjson"],
    )
    case(
        "output-through-link",
        "The output is the input through a link.",
        {"y.ndjson": link("x.xml")},
        [(["batch", "{dir}/x.xml", "--quiet", "--output", "{dir}/y.ndjson", *JUDGED], [0, 1, 2])],
        unchanged=["{dir}/x.xml"],
    )
    case(
        "journal-noise",
        "The journal is noise.",
        {"results.ndjson.partial": "x\n", "results.ndjson.journal": bytes(range(256)) * 8},
        [resumed],
    )
    case(
        "journal-forged",
        "The journal names more bytes than there are.",
        {
            "results.ndjson.partial": "x\n",
            "results.ndjson.journal": json.dumps({"version": 1, "resultLength": 1 << 62, "checkpoint": {}}) + "\n",
        },
        [resumed],
    )
    case(
        "partial-without-journal",
        "A partial file without a journal.",
        {"results.ndjson.partial": '{"index":0,"outcome":"accepted"}\n'},
        [resumed],
        absent=[],
    )
    record = {
        "index": 0,
        "source": {"file": "x"},
        "kind": "response",
        "outcome": "accepted",
        "reasons": [],
        "envelope": [],
        "response": None,
        "issuer": None,
        "signature": {
            "verdict": "valid",
            "signed": [],
            "signatureMethod": None,
            "digestMethod": None,
            "canonicalization": None,
            "keySHA256": None,
        },
        "encrypted": [],
        "encryption": None,
        "conditions": {"verdict": "valid", "notBefore": None, "notOnOrAfter": None, "audiences": []},
        "nameID": None,
        "attributes": {},
        "missing": [],
        "normalization": None,
        "bytes": 10,
    }

    def saved(name, title, *records, raw: str | bytes | None = None, suffix="ndjson"):
        content = raw if raw is not None else "".join(json.dumps(one) + "\n" for one in records)
        case(
            name,
            title,
            {f"saved.{suffix}": content},
            [(["report", f"{{dir}}/saved.{suffix}", "--output", "{dir}/report.html"], [0, 1, 2, 3, 5])],
        )

    saved(
        "bytes-overflow",
        "A saved record counts as many bytes as there can be.",
        record | {"bytes": (1 << 63) - 1},
        record | {"bytes": (1 << 63) - 1},
    )
    saved("bytes-beyond", "A saved record counts more bytes than there can be.", record | {"bytes": 1 << 70})
    saved("bytes-negative", "A saved record counts less than no bytes.", record | {"bytes": -(1 << 63)})
    saved("index-huge", "A saved record has the largest index.", record | {"index": (1 << 63) - 1}, record)
    saved("wrong-types", "The fields of a saved record have other types.", {name: [] for name in record})
    saved("deep", "A saved record is thousands of lists deep.", raw="[" * 20000 + "]" * 20000 + "\n")
    saved(
        "dates",
        "A saved record ends in the year 999999999.",
        record | {"conditions": record["conditions"] | {"notOnOrAfter": "999999999-12-31T23:59:59Z"}},
    )
    saved("half", "The last saved record is cut.", raw=json.dumps(record) + "\n" + json.dumps(record)[:50])
    saved(
        "noise-sqlite", "A saved database is noise.", raw=b"SQLite format 3\0" + bytes(range(256)) * 16, suffix="sqlite"
    )
    saved(
        "csv-columns",
        "A saved table has a row with more cells than columns.",
        raw="index,outcome\n0,accepted,x,y\n",
        suffix="csv",
    )
    found.append(
        Scenario(
            "saved-files",
            "control-report",
            "A run and its report.",
            message,
            [batch("x.xml", status=(0,)), (["report", RESULTS, "--output", "{dir}/report.html"], [0])],
        )
    )
    found.append(
        Scenario(
            "saved-files",
            "control-csv",
            "A run to a table, and its report.",
            message,
            [
                batch("x.xml", output="{dir}/results.csv", status=(0,)),
                (["report", "{dir}/results.csv", "--output", "{dir}/report.html"], [0]),
            ],
        )
    )
    return found


def injection() -> list[Scenario]:
    """What messages say, where programs read it that take more than text for it."""
    found = []

    def case(name, title, message: str, steps, absent=(), present=()):
        found.append(Scenario("output-injection", name, title, {"x.xml": message}, steps, list(absent), list(present)))

    table = "{dir}/results.csv"
    for name, text, what in (
        ("equals", "=cmd|' /C calc'!A0", "an equals sign"),
        ("plus", "+1+1", "a plus sign"),
        ("minus", "-1+1", "a minus sign"),
        ("at", "@SUM(1)", "an at sign"),
        ("tab", "&#9;=1", "a tab"),
    ):
        issuerless = honest(f"csv {name}", name_id=text, attributes=attribute("uid", "alice"))
        plain = text.replace("&#9;", "\t")
        case(
            f"csv-{name}",
            f"A NameID that begins with {what}, in a table.",
            issuerless,
            [batch("x.xml", output=table, status=(0, 1))],
            absent=[(table, f",{plain},"), (table, f',"{plain}')],
        )
    lines = "\u2028\u2029\u0085"
    case(
        "ndjson-separators",
        "Line separators of Unicode in a value, in NDJSON.",
        honest("separators", attributes=attribute("uid", f"a{lines}b")),
        [batch("x.xml", status=(0, 1))],
        absent=[(RESULTS, one) for one in lines],
    )
    case(
        "ndjson-controls",
        "Control characters of the second block in a value, in NDJSON.",
        honest("c1", attributes=attribute("uid", "a\u009b31mb")),
        [batch("x.xml", status=(0, 1))],
        absent=[(RESULTS, "\u009b")],
    )
    case(
        "ndjson-quotes",
        "Quotation marks and line ends in a value, in NDJSON.",
        honest("quotes", attributes=attribute("uid", 'x","outcome":"y&#10;{')),
        [batch("x.xml", status=(0, 1))],
        absent=[(RESULTS, 'x","outcome":"y')],
    )
    case(
        "csv-quotes",
        "Quotation marks and line ends in a value, in a table.",
        honest("csv quotes", attributes=attribute("uid", 'x"&#10;"9","forged')),
        [batch("x.xml", output=table, status=(0, 1))],
        absent=[(table, '\n"9","forged')],
    )
    report = "{dir}/report.html"
    for name, text in (
        ("script", "<script>alert(1)</script>"),
        ("attribute", '" onmouseover="alert(1)'),
        ("comment", "--><script>alert(2)</script>"),
        ("end", "</script><script>alert(3)</script>"),
    ):
        escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
        case(
            f"html-{name}",
            f"Markup in an attribute's name and value, in the report ({name}).",
            honest(f"html {name}", attributes=attribute(escaped, escaped), audience=escaped),
            [batch("x.xml", status=(0, 1)), (["report", RESULTS, "--output", report], [0, 1])],
            absent=[(report, text)],
        )
    for command in ("inspect", "verify", "attributes"):
        extra = ["--require", "uid"] if command == "attributes" else []
        case(
            f"terminal-{command}",
            f"Escape sequences in names and values, on the terminal of {command}.",
            honest(
                f"terminal {command}", attributes=attribute("uid", "a\u009b2Jb\u202etxt") + attribute("x\u009b2J", "v")
            ),
            [([command, "{dir}/x.xml", *JUDGED, *extra], [0, 1])],
            absent=[("stdout", "\u009b"), ("stdout", "\u202e")],
        )
    case(
        "file-name",
        "Escape sequences in the name of the captured file.",
        honest("file"),
        [(["inspect", "{dir}/x.xml", "{dir}/missing\x1b[2J.xml", *JUDGED], [0, 1, 2, 3])],
        absent=[("stdout", "\x1b"), ("stderr", "\x1b")],
    )
    case(
        "sqlite",
        "SQL in an attribute's name and value, in a database.",
        honest("sqlite", attributes=attribute("uid'); DROP TABLE message; --", "x'); DELETE FROM message; --")),
        [
            batch("x.xml", output="{dir}/results.sqlite", status=(0, 1)),
            (["report", "{dir}/results.sqlite", "--output", report], [0, 1]),
        ],
    )
    found.append(
        Scenario(
            "output-injection",
            "control-table",
            "Ordinary values in a table.",
            {"x.xml": honest("control table")},
            [batch("x.xml", output=table, status=(0,))],
            present=[(table, "alice@one.example")],
        )
    )
    found.append(
        Scenario(
            "output-injection",
            "control-lines",
            "Ordinary values in NDJSON.",
            {"x.xml": honest("control lines")},
            [batch("x.xml", status=(0,))],
            present=[(RESULTS, '"alice"')],
        )
    )
    return found


def redaction() -> list[Scenario]:
    """Redacted runs in which no message is accepted: nothing of a capture may come back, not even as a claim."""
    found = []
    report = "{dir}/report.html"
    told = f'<samlp:StatusCode Value="{STATUS}Responder"/><samlp:StatusMessage>{VALUE}</samlp:StatusMessage>'
    values = {"name_id": NAME, "attributes": attribute("uid", VALUE)}
    unsigned = honest("redaction unsigned", signed=(), **values)
    signed = honest("redaction edited", attributes=attribute("uid", "alice"), name_id=NAME)
    edited = signed.replace(">alice<", f">{VALUE}<")
    kinds = {
        "unsigned": ("a message that nobody signed", unsigned),
        "edited": ("a message whose value was edited", edited),
        "stranger": ("a message signed by a key that nobody trusts", honest("redaction stranger", key="eve", **values)),
        "expired": ("a message that is over", honest("redaction expired", not_on_or_after=-3600, **values)),
        "audience": ("a message for somebody else", honest("redaction audience", audience="urn:other", **values)),
        "failure": ("a message that reports a failure", honest("redaction failure", status=told, **values)),
        "cut": ("a message that breaks off", unsigned[:-20]),
        "unexpected": (
            "a message with an element that has no place",
            unsigned.replace("<saml:Issuer>", "<saml:X/><saml:Issuer>", 1),
        ),
    }  # fmt: skip

    def absent(*files: str) -> list:
        return [(file, text) for file in files for text in (NAME, VALUE)]

    for kind, (what, message) in kinds.items():
        # Records of all kinds are written to tables in the same way.
        for suffix in ("ndjson", "csv", "sqlite") if kind in ("unsigned", "failure") else ("ndjson",):
            results = f"{{dir}}/results.{suffix}"
            again = ["report", results, "--captures", "{dir}/x.xml", "--output", report]
            found.append(
                Scenario(
                    "redaction",
                    f"{kind}-{suffix}",
                    f"A redacted run with nothing but {what}, and a report of its results ({suffix}).",
                    {"x.xml": message},
                    [batch("x.xml", output=results, extra=("--redact",), status=(1,)), (again, [0])],
                    absent=absent(results, report, "stdout", "stderr"),
                    present=[(report, "<html")],
                )
            )
        found.append(
            Scenario(
                "redaction",
                f"{kind}-with-report",
                f"A redacted run with nothing but {what}, which writes its own report.",
                {"x.xml": message},
                [batch("x.xml", extra=("--redact", "--report", report), status=(1,))],
                absent=absent(RESULTS, report, "stdout", "stderr"),
                present=[(report, "<html")],
            )
        )
    several = {f"in/{kind}.xml": message for kind, (_, message) in kinds.items()}
    found.append(
        Scenario(
            "redaction",
            "all",
            "A redacted run with a message of each kind, and a report of its results.",
            several,
            [
                batch("in", extra=("--redact",), status=(1,)),
                (["report", RESULTS, "--captures", "{dir}/in", "--output", report], [0]),
            ],
            absent=absent(RESULTS, report, "stdout", "stderr"),
            present=[(report, "<html")],
        )
    )
    found.append(
        Scenario(
            "redaction",
            "control-shown",
            "A run that is not redacted shows what a message that nobody signed claims.",
            {"x.xml": unsigned},
            [
                batch("x.xml", status=(1,)),
                (["report", RESULTS, "--captures", "{dir}/x.xml", "--output", report], [0]),
            ],
            present=[(report, VALUE)],
        )
    )
    found.append(
        Scenario(
            "redaction",
            "control-hashed",
            "A redacted run accepts a message, and names its attributes.",
            {"x.xml": honest("redaction control", **values)},
            [batch("x.xml", extra=("--redact",), status=(0,))],
            absent=absent(RESULTS),
            present=[(RESULTS, '"uid"'), (RESULTS, '"redacted":true')],
        )
    )
    return found
