#!/usr/bin/env python3
"""Looks in Sources for what the rules of the house forbid and the compiler allows.

    Scripts/lint.py            # the sources; status 1 and one line for each finding
    Scripts/lint.py --prove    # plants each fault in a copy of the rules' input and expects it to be found

- Foundation: the core modules import none of it. Elsewhere FoundationEssentials only; the whole of
  Foundation stands in the `#else` of `#if canImport(FoundationEssentials)`, or in a file named below.
- `try!` and `fatalError(` outside comments and strings.
- A module with `unsafe` code has tests with the mark ReachesUnsafeCode, and a file with unmarked tests has no such code;
  except where that code only calls the system. A mark stands where Scripts/check.sh runs it.
- A test asserts something, itself or in a function of Tests that it calls. What writes through pointers is looked at by
  AddressSanitizer.
- Tests that Documentation/pitfalls.md names exist.
- No two Swift files of Sources and Tests have the same name, except main.swift and Package.swift.
- Sentences in Sources, Documentation, CONTRIBUTING, README and SECURITY use none of the phrases in PHRASES.
"""

import argparse
import bisect
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+"
    r"(?:(?:struct|class|enum|protocol|func|var|let|typealias|actor)\s+)?(Foundation\w*)")
CONDITION = re.compile(r"^\s*#(if|elseif|else|endif)\b\s*(.*)")
TRAP = re.compile(r"\btry!|\bfatalError\s*\(")
C_MODULE = re.compile(r"^\s*(?:@\w+ )*import (?:C[A-Z]\w+)$", re.MULTILINE)
# A function, with its body.
FUNCTION = re.compile(
    r"^( *)(?:[@\w()]+ )*?(?:func (\w+)|(init)\b)[^\n]*(?:\n\1(?: {4}|\))[^\n]*)*?(?:\n\1)?\{\n(.*?)^\1\}",
    re.MULTILINE | re.DOTALL)
ASSERTION = re.compile(r"\bXCT[A-Z]|\bthrow\b")
# Modules whose unsafe code calls the system and reads nothing that was received.
SYSTEM_CALLS = {"AdobePass", "AdobePassHTTP", "PassSandbox", "samlkit"}
CORE = {"CXMLShims", "XMLCore", "SAML2", "SignatureDiagnostics", "PayloadCoding", "SAMLBindings", "WireText"}
# Files that need more than FoundationEssentials, and why.
WHOLE_FOUNDATION = {
    "Sources/AdobePass/PlatformSSO/AppleSubscriberAccount.swift": "Apple's framework speaks Foundation",
    "Sources/AdobePassHTTP/URLSession/URLErrorReading.swift": "URLSession is Foundation's",
    "Sources/AdobePassHTTP/URLSession/URLSessionExchange.swift": "URLSession is Foundation's",
    "Sources/AdobePassHTTP/URLSession/URLSessionTransport.swift": "URLSession is Foundation's",
    "Sources/PassSandbox/State/SQLiteMirror.swift": "GRDB takes Foundation's values",
    "Sources/samlkit/Measuring/FoundationContender.swift": "what `samlkit bench` compares with",
}
# Phrases that read as translated, what to write instead, and a sentence with each.
PHRASES = [(re.compile(phrase, re.IGNORECASE), plain, sentence) for phrase, plain, sentence in (
    # "There is no key", "is no longer" and "is no larger than" are right.
    (r"(?<!there )\b(?:is|are|was|were) no (?!(?:longer|more|less|fewer|better|worse|different|exception|accident)\b"
     r"|\w+er (?:than|for)\b)", '"is not a …"', "The text is no number."),
    (r"(?<!there )\b(?:is|are|was|were) none\b(?! of\b)", '"is not one"', "Reads a row; `nil` if the line is none."),
    (r"\bin the place of\b", '"instead of …", or "… replaces …"', "A hash in the place of a value."),
    (r"\b(?:stands?|is|are) in place of\b", '"replaces …"', "Hashes stand in place of values."),
    (r"\b(?:is|are|was|were) told (?:by|of)\b", 'who reports it, or "is recognized by …"', "It is told by its name."),
    (r"\bwhoever\b", 'who it is ("the caller"), or "anyone who …"', "Whoever reads it decides."),
    (r"\b(?:by|for|to) who\b", '"for callers that …"', "The lines, for who asks for them."),
    (r"\bnobody (?:sees|asks for)\b|\bnobody(?: else)?'s\b", '"invisible", "unused", "private"',
     "Escapes what nobody sees."),
    (r"\b(?:take|takes|took|taking) note of\b", '"records …"', "Takes note of a request."),
    (r"\bas (?:one|none) that can be\b", 'a verb ("is refused because …")', "Refused as none that can be judged."),
    (r"\bno longer for that\b", 'what does not change ("… does not extend it")', "A code lives no longer for that."),
    (r"\bof which (?:\w+ ){1,3}tells?\b", '"that … shows"', "A change of which nothing tells."),
    (r"\b(?:come|comes|came) to (?:its|their|an) end\b", '"ends"', "The reader has come to its end."),
    (r"\bgoes on\b", '"continues", "resumes"', "A line that goes on behind the text."),
    (r"\bspeaks? of\b", '"mentions …"', "A line that speaks of SAML."),
)]
# Right English near the phrases.
HONEST = """There is no key, or there are none; none of them is used any more. It is no longer valid, and no larger
than before. Nobody can sign in. The two cannot be told from each other. It takes the place of another.
The run of which this is a part continues. The one for whom it was made speaks English.
"""
# What stands before the words of a line: marks of comments, and of a literal that continues another.
MARKS = re.compile(r'^\s*(?:///?|/?\*+(?!/)|\+ ")?\s*')


def translated(path: str, text: str) -> list[str]:
    """The phrases in a file that read as translated, also where they begin on one line and end on the next."""
    starts, flat = [], ""
    for line in text.split("\n"):
        starts.append(len(flat))
        flat += MARKS.sub("", line).rstrip().removesuffix('"').rstrip() + " "
    return [f"{path}:{bisect.bisect(starts, match.start())}: \"{match[0].strip()}\" reads as translated; write {plain}"
            for phrase, plain, _ in PHRASES for match in phrase.finditer(flat)]


def code_lines(text: str) -> list[str]:
    """The lines with comments and string literals blanked out."""
    blanked = re.sub(
        r'/\*.*?\*/|"""(?:\\.|.)*?"""|//[^\n]*|"(?:\\.|[^"\\\n])*"',
        lambda match: re.sub(r"[^\n]", " ", match[0]), text, flags=re.DOTALL)
    return blanked.split("\n")


def findings(path: str, text: str) -> list[str]:
    """What is wrong with one Swift file below Sources, a line each."""
    found = []
    module = path.split("/")[1]
    # For each open `#if`: its first condition, and whether this is its `#else`.
    conditions: list[tuple[str, bool]] = []
    for number, line in enumerate(code_lines(text), 1):
        place = f"{path}:{number}"
        if match := CONDITION.match(line):
            directive, condition = match[1], match[2].strip()
            if directive == "if":
                conditions.append((condition, False))
            elif directive == "elseif" and conditions:
                conditions[-1] = (condition, False)
            elif directive == "else" and conditions:
                conditions[-1] = (conditions[-1][0], True)
            elif directive == "endif" and conditions:
                conditions.pop()
        if match := IMPORT.match(line):
            imported = match[1]
            excused = ("canImport(FoundationEssentials)", True) in conditions
            if module in CORE:
                found.append(f"{place}: {module} imports no Foundation, found {imported}")
            elif imported != "FoundationEssentials" and not excused and path not in WHOLE_FOUNDATION:
                found.append(
                    f"{place}: imports {imported}; import FoundationEssentials, and Foundation only in the "
                    "#else of #if canImport(FoundationEssentials)")
        if match := TRAP.search(line):
            found.append(f"{place}: {match[0]} traps on input; throw an error")
    return found


def unmarked(sources: dict[str, str], tests: dict[str, str]) -> list[str]:
    """The modules with unsafe code and no test under AddressSanitizer, and unmarked tests with such code."""
    found = []
    marked = {path for path, text in tests.items() if marks(text, "ReachesUnsafeCode")}
    for module in sorted({path.split("/")[1] for path, text in sources.items() if is_unsafe(text)} - SYSTEM_CALLS):
        if not any(path.startswith(f"Tests/{module}Tests/") for path in marked):
            found.append(f"Sources/{module} has unsafe code, and no class of Tests/{module}Tests is marked ReachesUnsafeCode")
    for path, text in tests.items():
        if "XCTestCase" in text and is_unsafe(text) and path not in marked \
                and path.split("/")[1].removesuffix("Tests") not in SYSTEM_CALLS:
            found.append(f"{path}: tests with unsafe code, and without the mark ReachesUnsafeCode")
    return found


def marks(text: str, mark: str) -> bool:
    return re.search(rf"\bclass \w+\s*:[^{{]*\b{mark}\b", text) is not None


def is_unsafe(text: str) -> bool:
    """Whether a file has unsafe code, or imports C."""
    code = "\n".join(code_lines(text))
    return re.search(r"\bunsafe\b", code) is not None or C_MODULE.search(code) is not None


def not_run(tests: dict[str, str], script: str) -> list[str]:
    """The marked tests that no sanitizer runs, because Scripts/check.sh leaves their module out."""
    found = []
    for mark, name in (("ReachesUnsafeCode", "address_modules"), ("SharesState", "thread_modules")):
        modules = re.search(rf"^{name}=\(([^)]*)\)", script, re.MULTILINE)[1].split()
        found += [f"{path}: marked {mark}, and {name} of Scripts/check.sh leaves its module out"
                  for path, text in tests.items() if marks(text, mark) and path.split("/")[1] not in modules]
    return found


def asserting_nothing(tests: dict[str, str]) -> list[str]:
    """The tests that cannot fail."""
    bodies: dict[str, list[tuple[str, str]]] = {}
    for path, text in tests.items():
        for match in FUNCTION.finditer(text):
            bodies.setdefault(match[2] or "init", []).append((path, match[0]))
    asserting = {name for name, found in bodies.items() if any(ASSERTION.search(body) for _, body in found)}
    calls = {name: {call for _, body in found for call in re.findall(r"\b(\w+)(?=\(| \{|\$0)", body)} - {name}
             for name, found in bodies.items()}
    while more := {name for name in bodies if name not in asserting and calls[name] & asserting}:
        asserting |= more
    return [f"{path}: {name} asserts nothing"
            for name, found in sorted(bodies.items()) if name.startswith("test") and name not in asserting
            for path, body in found if not re.search(r"\bunsafe\b", body)]


def unknown_tests(page: str, tests: dict[str, str]) -> list[str]:
    """The tests that a page names, `class.test` without `test`, and that do not exist."""
    known = {(name, test) for text in tests.values() for name in re.findall(r"\b(?:class|extension) (\w+)\b", text)
             for test in re.findall(r"\bfunc test(\w+)", text)}
    return [f"{name}.{test}: named on the page of pitfalls, and no test"
            for name, test in re.findall(r"`(\w+Tests)\.(\w+)`", page) if (name, test) not in known]


def repeated(paths: list[str]) -> list[str]:
    """The file names that several files have."""
    places: dict[str, list[str]] = {}
    for path in paths:
        places.setdefault(path.rsplit("/", 1)[-1], []).append(path)
    return [f"{', '.join(sorted(found))}: the same name; name each file after its content"
            for name, found in sorted(places.items())
            if len(found) > 1 and name not in {"main.swift", "Package.swift"}]


def without_row(sources: dict[str, str], page: str) -> list[str]:
    """The capture formats without a row in their page."""
    names = [name for path, text in sources.items() if path.startswith("Sources/Captures/Formats/")
             for name in re.findall(r'= CaptureFormat\(\s*"([\w-]+)"', text)]
    return [f"Documentation/captures.md: no row for {name}" for name in names if f"\n| `{name}` " not in page]


def prove() -> list[str]:
    """Plants faults; returns those that were not found, and honest lines that were."""
    planted = {
        "Sources/XMLCore/A.swift": "import struct Foundation.Data\n",
        "Sources/SAML2/A.swift": "public import FoundationEssentials\n",
        "Sources/AdobePass/A.swift":
            "#if canImport(FoundationEssentials)\nimport FoundationEssentials\n#else\nimport Foundation\n#endif\n"
            "import Foundation\n",
        "Sources/AdobePass/B.swift": "#if canImport(FoundationEssentials)\nimport Foundation\n#endif\n",
        "Sources/Captures/A.swift": "@preconcurrency import class Foundation.NSObject\n",
        "Sources/Captures/B.swift": "let a = try! b()\n",
        "Sources/Captures/C.swift": "default: fatalError (\"never\")\n",
    }
    honest = {
        "Sources/Captures/D.swift":
            "#if canImport(FoundationEssentials)\nimport FoundationEssentials\n#else\nimport Foundation\n#endif\n",
        "Sources/Captures/E.swift": "// import Foundation, try! and fatalError()\nlet a = \"try!\"\n",
    }
    problems = [f"not found: {text!r} in {path}" for path, text in planted.items() if not findings(path, text)]
    problems += [f"wrongly found: {line}" for path, text in honest.items() for line in findings(path, text)]
    if not unmarked({"Sources/New/A.swift": "unsafe f()\n"}, {}):
        problems.append("not found: unsafe code without a marked test")
    honest_test = "final class A: XCTestCase {\n    func testB() {\n        c()\n    }\n%s}\n"
    for text in ("import CXMLShims\n" + honest_test % "", honest_test % "    let d = unsafe e()\n"):
        if not unmarked({}, {"Tests/New/A.swift": text}):
            problems.append(f"not found: unsafe code in unmarked tests, {text!r}")
    if len(not_run({"Tests/New/A.swift": "final class A: XCTestCase, SharesState, ReachesUnsafeCode {"},
                   "address_modules=(OldTests)\nthread_modules=(OldTests\n    OtherTests)\n")) != 2:
        problems.append("not found: marked tests that no sanitizer runs")
    if not asserting_nothing({"Tests/New/A.swift": honest_test % "    func c() {\n        d()\n    }\n"}):
        problems.append("not found: a test that asserts nothing")
    problems += [f"wrongly found: {line}" for line in asserting_nothing(
        {"Tests/New/A.swift": honest_test % "    func c() {\n        XCTAssert(d)\n    }\n"})]
    if len(unknown_tests("`ATests.B`, `ATests.C`", {"Tests/A.swift": "class ATests: B {\n    func testB() {}\n}\n"})) != 1:
        problems.append("not found: a test that a page names and that does not exist")
    if not repeated(["Sources/A/Twice.swift", "Tests/B/Twice.swift"]):
        problems.append("not found: two files of one name")
    problems += [f"wrongly found: {line}" for line in repeated(
        ["Sources/A/main.swift", "Sources/B/main.swift", "Sources/A/Once.swift", "Sources/A/OnceMore.swift"])]
    for phrase, _, sentence in PHRASES:
        # On one line, and begun on one and ended on the next.
        middle = sentence.find(" ", phrase.search(sentence).start())
        first, second = sentence[:middle], sentence[middle + 1:]
        for text in (f"/// {sentence}\n", f"    ///   - a: {first}\n    ///     {second}\n",
                     f" * {first}\n * {second}\n", f'let a = "{first} "\n    + "{second}"\n'):
            if len(translated("Sources/A.swift", text)) != 1:
                problems.append(f"not found: {text!r}")
    problems += [f"wrongly found: {line}" for line in translated("README.md", HONEST)]
    return problems


def main() -> None:
    parser = argparse.ArgumentParser(description="Looks for what the rules of the house forbid.")
    parser.add_argument("--prove", action="store_true", help="plant faults and expect them to be found")
    if parser.parse_args().prove:
        problems = prove()
    else:
        def read(folder: str) -> dict[str, str]:
            return {str(file.relative_to(ROOT)): file.read_text(encoding="utf-8")
                    for file in sorted((ROOT / folder).rglob("*.swift"))
                    # What tutorials show is an app's code.
                    if not any(part.endswith(".docc") for part in file.parts)}
        sources = read("Sources")
        problems = [line for path, text in sources.items() for line in findings(path, text)]
        problems += [f"{path}: listed and absent" for path in WHOLE_FOUNDATION if path not in sources]
        problems += without_row(sources, (ROOT / "Documentation/captures.md").read_text(encoding="utf-8"))
        tests = read("Tests")
        problems += unmarked(sources, tests)
        problems += not_run(tests, (ROOT / "Scripts/check.sh").read_text(encoding="utf-8"))
        problems += asserting_nothing(tests)
        problems += unknown_tests((ROOT / "Documentation/pitfalls.md").read_text(encoding="utf-8"), tests)
        problems += repeated([*sources, *tests])
        pages = [ROOT / name for name in ("CONTRIBUTING.md", "README.md", "SECURITY.md")]
        pages += sorted((ROOT / "Documentation").glob("*.md"))
        pages += sorted(file for file in (ROOT / "Sources").rglob("*") if file.suffix in {".swift", ".c", ".h", ".md"})
        for page in pages:
            problems += translated(str(page.relative_to(ROOT)), page.read_text(encoding="utf-8"))
    for problem in problems:
        print(f"lint: {problem}", file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
