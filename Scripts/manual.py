#!/usr/bin/env python3
"""Writes the manual page of a samlkit from what it says of its own arguments.

    Scripts/manual.py SAMLKIT FILE
    Scripts/manual.py --check SAMLKIT FILE    # status 1 where FILE is another page, or man or mandoc has something to say

An option that several commands have, worded alike, is described once, which the generator of swift-argument-parser does
not do; nor does it write examples, exit statuses and variables. The date on the page is that of SOURCE_DATE_EPOCH or of
the last commit.
"""

import argparse
import datetime
import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

FORMAT_VERSION = 0
# The two that every command has.
UNIVERSAL = ("help", "version")


def escaped(text):
    """Text as roff reads it, wherever it stands on a line."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    return "".join(c if ord(c) < 128 else "\\[u%04X]" % ord(c) for c in text)


def words(text):
    """The arguments of a macro, none of which is a macro itself."""
    return " ".join("\\&" + escaped(word) for word in text.split())


def paragraph(text):
    """Lines of running text, a sentence starting on a line of its own."""
    lines = []
    for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z])", " ".join(text.split())):
        for line in textwrap.wrap(sentence, 72, break_long_words=False, break_on_hyphens=False):
            # A hyphen inside a word is one; before an option it is a minus sign.
            line = re.sub(r"(?<=[A-Za-z0-9])\\-(?=[A-Za-z0-9])", "-", escaped(line))
            lines.append("\\&" + line if line[0] in ".'" else line)
    return lines


def literal(text):
    """A line to type; one that is long goes on where a word ends."""
    lines = textwrap.wrap(escaped(text), 68, break_long_words=False, break_on_hyphens=False)
    return [".Dl " + " \\\n".join(lines)]


def flags(argument):
    """The names of an option, the long one first, with its value."""
    value = [] if argument["kind"] == "flag" else ["Ar", words(argument["valueName"])]
    names = sorted(argument["names"], key=lambda name: name["kind"] != "long")
    spelled = [("\\-" if name["kind"] == "long" else "") + escaped(name["name"]) for name in names]
    return " , ".join(" ".join(["Fl", name] + value) for name in spelled)


def spoken(argument):
    """What is said of an argument; values and default only where the words leave them out."""
    text = " ".join(filter(None, (argument.get("abstract"), argument.get("discussion"))))
    values = argument.get("allValues") or []
    if any(value not in text for value in values):
        text += " One of: %s." % ", ".join(values)
    default = argument.get("defaultValue")
    if default and argument["kind"] != "flag" and "default:" not in text:
        text += " Default: %s." % default
    return text or "As its name says."


def shown(arguments):
    return [argument for argument in arguments or [] if argument.get("shouldDisplay", True)]


def name_of(argument):
    return argument.get("preferredName", {}).get("name") or argument["valueName"]


def items(arguments):
    """A tagged list of arguments."""
    lines = [".Bl -tag -width Ds"]
    for argument in arguments:
        tag = "Ar " + words(argument["valueName"]) if argument["kind"] == "positional" else flags(argument)
        lines += [".It " + tag] + paragraph(spoken(argument))
    return lines + [".El"] if arguments else []


def synopsis(command):
    """What must be given, and that there are options."""
    lines = [".Nm", ".Cm " + words(command["commandName"])]
    arguments = shown(command.get("arguments"))
    for argument in arguments:
        if argument["kind"] == "positional":
            value = "Ar " + words(argument["valueName"]) + (" ..." if argument["isRepeating"] else "")
            lines.append((".Op " if argument["isOptional"] else ".") + value)
    for argument in arguments:
        if argument["kind"] == "option" and not argument["isOptional"]:
            lines.append("." + flags(argument))
    return lines + [".Op Ar option ..."]


def prose(command):
    """What a command says of itself: paragraphs, the examples, the exit statuses."""
    texts, examples, statuses = [], [], []
    for text in (command.get("discussion") or "").split("\n\n"):
        text = " ".join(text.split())
        if text.startswith("Example:"):
            examples += [example.strip() for example in text.split("Example:")[1:]]
        elif text.startswith("Exit status:"):
            statuses = re.findall(r"(\d+) (.+?)(?:, (?=\d)|\.$)", text)
        elif text:
            texts.append(text)
    return texts, examples, statuses


def page(root, date):
    commands = [c for c in root["subcommands"] if c["commandName"] != "help" and c.get("shouldDisplay", True)]
    nested = [c["commandName"] for c in commands if c.get("subcommands")]
    if nested:
        sys.exit("manual: commands within commands are not written: " + ", ".join(nested))
    texts, examples, statuses = prose(root)
    if not statuses:
        sys.exit("manual: samlkit --help has no paragraph that starts with “Exit status:”")

    # An option is common when at least two commands describe it in the same words; of several
    # wordings the one that most commands use.
    users = {}
    for command in commands:
        for argument in shown(command.get("arguments")):
            if argument["kind"] != "positional":
                users.setdefault((flags(argument), spoken(argument)), []).append(argument)
    common = {}
    for (flag, wording), found in users.items():
        if len(found) > max(1, len(users.get((flag, common.get(flag)), []))):
            common[flag] = wording

    lines = [".\\\" Made by Scripts/manual.py from samlkit --experimental-dump-help."]
    lines += [".Dd %s %d, %d" % (date.strftime("%B"), date.day, date.year)]
    lines += [".Dt %s 1" % root["commandName"].upper(), ".Os", ".Sh NAME", ".Nm " + root["commandName"]]
    abstract = root["abstract"].rstrip(".")
    lines += [".Nd " + escaped(abstract[0].lower() + abstract[1:]), ".Sh SYNOPSIS"]
    for command in commands:
        lines += synopsis(command)
    lines += [".Sh DESCRIPTION"]
    endings = [text for text in texts if re.search(r"\bexit with \d", text)]
    for number, text in enumerate(text for text in texts if text not in endings):
        lines += ([".Pp"] if number else []) + paragraph(text)

    lines += [".Sh COMMANDS"]
    for command in commands:
        own, of_all = [], []
        for argument in shown(command.get("arguments")):
            if argument["kind"] == "positional" or common.get(flags(argument)) != spoken(argument):
                own.append(argument)
            elif name_of(argument) not in UNIVERSAL:
                of_all.append(argument)
        described, shows, _ = prose(command)
        lines += [".Ss " + words(command["commandName"])] + paragraph(command["abstract"])
        for text in described:
            lines += [".Pp"] + paragraph(text)
        lines += items(own)
        if of_all:
            last = len(of_all) - 1
            lines += [".Pp", "Described below:"]
            lines += [
                ".Fl \\-" + escaped(name_of(a)) + (" ," if n < last else " .")
                for n, a in enumerate(of_all)
            ]
        examples += shows

    lines += [".Sh OPTIONS OF SEVERAL COMMANDS"]
    lines += items([users[key][0] for key in common.items()])

    variables = {}
    for found in users.values():
        for variable in re.findall(r"\bSAMLKIT_[A-Z_]+\b", spoken(found[0])):
            variables.setdefault(variable, found[0])
    if variables:
        lines += [".Sh ENVIRONMENT", ".Bl -tag -width Ds"]
        for variable, argument in sorted(variables.items()):
            lines += [".It Ev " + variable, "Taken when there is no", ".Fl \\-" + name_of(argument) + " ."]
        lines += [".El"]

    lines += [".Sh EXIT STATUS", ".Bl -tag -width Ds"]
    for status, meaning in statuses:
        lines += [".It " + status] + paragraph(meaning[0].upper() + meaning[1:] + ".")
    lines += [".El"]
    for text in endings:
        lines += [".Pp"] + paragraph(text)
    lines += [".Sh EXAMPLES"]
    for number, example in enumerate(examples):
        lines += ([".Pp"] if number else []) + literal(example)
    return "\n".join(lines) + "\n"


def date():
    """The day on the page; the year 2000 where nothing says it, as a page must not differ from day to day."""
    commit = ["git", "-C", Path(__file__).parent, "log", "-1", "--format=%ct"]
    seconds = os.environ.get("SOURCE_DATE_EPOCH") or subprocess.run(commit, capture_output=True, text=True).stdout
    return datetime.datetime.fromtimestamp(int(seconds or 946_684_800), datetime.timezone.utc).date()


def undated(text):
    return [line for line in text.splitlines() if not line.startswith(".Dd ")]


def check(text, file, samlkit):
    """Ends with what is wrong with a page."""
    if not file.is_file() or undated(file.read_text()) != undated(text):
        sys.exit(f"manual: {file} is not the page of {samlkit}; make it again: Scripts/manual.py {samlkit} {file}")
    readers = [["mandoc", "-T", "lint", "-W", "all", file]] if shutil.which("mandoc") else []
    if shutil.which("man") and shutil.which("groff"):
        readers.append(["man", "--warnings", "-l", file])
    for reader in readers:
        done = subprocess.run(reader, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C.UTF-8"})
        if said := done.stderr + (done.stdout if reader[0] == "mandoc" else ""):
            sys.exit(f"manual: {reader[0]}: {said}")
    if not readers:
        print("manual: neither mandoc nor man is here to read it", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("samlkit")
    parser.add_argument("file", type=Path)
    options = parser.parse_args()
    dump = json.loads(subprocess.run([options.samlkit, "--experimental-dump-help"], capture_output=True, check=True).stdout)
    if dump["serializationVersion"] != FORMAT_VERSION:
        sys.exit("manual: the dump has another format: %s" % dump["serializationVersion"])
    text = page(dump["command"], date())
    if options.check:
        check(text, options.file, options.samlkit)
    else:
        options.file.write_text(text)


main()
