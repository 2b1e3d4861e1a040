"""The programs that damage messages, each with the version that the committed bytes came from."""

import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path

from generator.settings import PROGRAMS


class Missing(Exception):
    """A program that is not installed, or in another version than the committed bytes came from."""


@dataclass(frozen=True)
class Tool:
    """A producer: a program with its arguments, or a function of a Python library."""

    name: str
    version: str
    run: Callable[[bytes], bytes]
    detail: str = ""

    def label(self) -> str:
        """The producer as the corpus names it."""
        return " ".join(part for part in (self.name, self.version, self.detail) if part)


@cache
def first_line(*command: str) -> str:
    """The line in which a program says its version."""
    try:
        done = subprocess.run(command, capture_output=True, check=False)
    except FileNotFoundError:
        return ""
    lines = (done.stdout + done.stderr).decode().strip().splitlines()
    return next((line for line in lines if any(letter.isdigit() for letter in line)), "")


def output(command: list[str], data: bytes, wanted: str, asked: tuple[str, ...]) -> bytes:
    """The standard output of a program of the wanted version."""
    if wanted not in first_line(*asked):
        raise Missing(f"{command[0]} {wanted}")
    done = subprocess.run(command, input=data, capture_output=True, check=False)
    if not done.stdout:
        raise RuntimeError(f"{command}: {done.stderr.decode()}")
    return done.stdout


# The versions that made the committed bytes, and how each program says its own.
VERSIONS = {
    "xmllint": ("20914", ("xmllint", "--version")),
    "tidy": ("5.6.0", ("tidy", "-v")),
    "xmlstarlet": ("1.6.1", ("xmlstarlet", "--version")),
    "php": ("8.2.36", ("php", "--version")),
    "mono": ("6.8.0.105", ("mono", "--version")),
    "java": ("17.0.15", ("java", "--version")),
    "chromium": ("156.0.8078.79", ("chromium", "--version")),
    "jq": ("1.6", ("jq", "--version")),
    "grep": ("3.8", ("grep", "--version")),
    "sed": ("4.9", ("sed", "--version")),
    "iconv": ("2.36", ("iconv", "--version")),
    "perl": ("5.36.0", ("perl", "-e", "printf '%vd', $^V")),
}
COREUTILS = ("9.1", ("fold", "--version"))


def program(name: str, *arguments: str) -> Tool:
    """A program that reads standard input and writes standard output."""
    version, asked = VERSIONS.get(name, COREUTILS)
    package = name if name in VERSIONS else f"{name} of coreutils"
    return Tool(
        package,
        version,
        lambda data: output([name, *arguments], data, version, asked),
        " ".join(arguments if all(len(one) < 40 for one in arguments) else ()),
    )


def java(way: str) -> Tool:
    """A serializer of the JDK, by programs/Rewrite.java."""
    tool = program("java", str(PROGRAMS / "Rewrite.java"), way)
    return Tool("OpenJDK", tool.version, tool.run, way)


@cache
def compiled() -> tuple[tempfile.TemporaryDirectory, Path]:
    """programs/Rewrite.cs, compiled; the folder lasts as long as the first value."""
    folder = tempfile.TemporaryDirectory()
    path = Path(folder.name, "Rewrite.exe")
    command = ["mcs", "-r:System.Xml.dll", "-r:System.Xml.Linq.dll", f"-out:{path}", str(PROGRAMS / "Rewrite.cs")]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except FileNotFoundError as error:
        raise Missing("mcs") from error
    return folder, path


def dotnet(way: str) -> Tool:
    """A serializer of .NET, by programs/Rewrite.cs."""
    version, asked = VERSIONS["mono"]
    return Tool("mono", version, lambda data: output(["mono", str(compiled()[1]), way], data, version, asked), way)


def chromium(way: str) -> Tool:
    """What scripts of a page see in Chromium, by programs/rewrite.html."""
    version, asked = VERSIONS["chromium"]

    def run(data: bytes) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder, "page.html")
            text = (PROGRAMS / "rewrite.html").read_text(encoding="utf-8")
            page.write_text(text.replace("MESSAGE", data.hex()).replace("WAY", way), encoding="utf-8")
            command = [
                "chromium",
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--dump-dom",
                f"--user-data-dir={folder}",
            ]
            dump = output([*command, page.as_uri()], b"", version, asked).decode()
        return bytes.fromhex(dump.split('id="result">')[1].split("<")[0])

    return Tool("Chromium", version, run, way)


def python(script: str, detail: str) -> Tool:
    """A short program of Python that changes `data` and leaves it as bytes."""
    frame = f"import sys; data = sys.stdin.buffer.read()\n{script}\nsys.stdout.buffer.write(data)"
    asked = (sys.executable, "--version")
    return Tool(
        "Python", "3.11", lambda data: output([sys.executable, "-c", frame], data, "Python 3.11.", asked), detail
    )


def library(name: str, version: str, run: Callable[[bytes], bytes], detail: str = "") -> Tool:
    """A function of a Python package of the given version."""

    def checked(data: bytes) -> bytes:
        try:
            found = metadata.version(name)
        except metadata.PackageNotFoundError:
            found = ""
        if found != version:
            raise Missing(f"{name} {version}")
        return run(data)

    return Tool(name, version, checked, detail)
