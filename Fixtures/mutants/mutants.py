#!/usr/bin/env python3
"""Plants the faults of mutants.tsv in a copy of the sources, and runs for each one the suites that must catch it.

A fault is a text that occurs once in its file, and another text in its place: an expression, or a statement, which may
also be left out. The copy has both, and a number in its programs decides. So all faults need one build, and a test that
starts a program without any environment runs it with the same fault. Fault 0 is none: all suites must pass with it.

Suites are written as Module.Suite or Module.Suite/function, several with | between them.
"""

import argparse
import collections
import csv
import os
import pathlib
import re
import shlex
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = ROOT / "Fixtures/mutants/mutants.tsv"
WORK = ROOT / ".build/mutants"
TREE = WORK / "tree"
BUILD = WORK / "build"
# Where the programs stand that run with a fault, so that those of the build stay as they are.
PROGRAMS = WORK / "programs"
# A suite that takes longer hangs, which counts as caught.
SECONDS = 500

# The number stands in each program behind this text. Every module of the programs is above this folder's.
MARK = b"paint-mutant-of-number:\0"
SWITCH = "Sources/CProcessor/Mutant.c"
SWITCH_CODE = """\
volatile struct {
  char mark[%d];
  int number;
} paint_mutant = {"%s", 0};

_Bool paint_is_mutant(int number);
_Bool paint_is_mutant(int number) { return paint_mutant.number == number; }
""" % (len(MARK), MARK[:-1].decode())
DECLARATIONS = {
    # The numbers of the lines stay, for the messages of the compiler.
    ".c": "_Bool paint_is_mutant(int);\n#line 1\n%s",
    ".swift": '%s\n@_silgen_name("paint_is_mutant") private func isMutant(_ number: Int32) -> Bool\n',
}

Mutant = collections.namedtuple("Mutant", "number file form original wrong suites words")


def fail(message):
    sys.exit(f"make mutants: {message}")


def read_table():
    with open(TABLE, newline="", encoding="utf-8") as table:
        rows = csv.reader(table, delimiter="\t", quoting=csv.QUOTE_NONE)
        next(rows)
        mutants = [Mutant(int(row[0]), *row[1:]) for row in rows]
    if [mutant.number for mutant in mutants] != list(range(1, len(mutants) + 1)):
        fail("the faults are not numbered from 1")
    return mutants


def planted(text, mutant, suffix):
    """The text of a file with both the original and the fault."""
    count = text.count(mutant.original)
    if count != 1:
        fail(f"fault {mutant.number}: {mutant.file} has its original {count} times")
    asks = f"isMutant({mutant.number})" if suffix == ".swift" else f"paint_is_mutant({mutant.number})"
    if mutant.form == "expression":
        both = f"({asks} ? {mutant.wrong} : {mutant.original})"
    elif mutant.form == "statement":
        opening = f"if {asks} {{" if suffix == ".swift" else f"if ({asks}) {{"
        both = f"{opening} {mutant.wrong} }} else {{ {mutant.original} }}"
    else:
        fail(f"fault {mutant.number} is neither an expression nor a statement")
    return text.replace(mutant.original, both)


def files_with_faults(mutants):
    """The text of each file that has faults, with both their originals and them."""
    files = {}
    for mutant in mutants:
        path = ROOT / mutant.file
        if not path.is_file():
            fail(f"there is no {mutant.file}")
        text = files.get(mutant.file) or path.read_text(encoding="utf-8")
        files[mutant.file] = planted(text, mutant, path.suffix)
    return files


def write_if_changed(path, content):
    """Files that stay the same are not compiled again."""
    if path.is_file() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def copy_sources(mutants):
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True,
        stdout=subprocess.PIPE).stdout
    names = [name for name in os.fsdecode(listed).split("\0") if name and os.path.lexists(ROOT / name)]
    files = files_with_faults(mutants)
    if missing := set(files) - set(names):
        fail(f"git would not list {', '.join(sorted(missing))}")
    for name in names:
        source, target = ROOT / name, TREE / name
        if source.is_symlink():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.unlink(missing_ok=True)
            target.symlink_to(os.readlink(source))
            continue
        content = source.read_bytes()
        if name in files:
            content = (DECLARATIONS[source.suffix] % files[name]).encode()
        write_if_changed(target, content)
        shutil.copymode(source, target)
    write_if_changed(TREE / SWITCH, SWITCH_CODE.encode())
    kept = set(names) | {SWITCH}
    for folder, _, files in os.walk(TREE):
        for file in files:
            path = pathlib.Path(folder, file)
            # What the package manager resolved stays.
            if str(path.relative_to(TREE)) not in kept and file != "Package.resolved":
                path.unlink()


def build(flags):
    # The suite of the fuzz targets' seeds is not among those that catch a fault.
    environment = dict(os.environ, PAINT_WITHOUT="PaintFuzzTests")
    command = ["swift", "build", "--build-tests", "--disable-xctest", *flags, "--scratch-path", str(BUILD)]
    print(shlex.join(command), flush=True)
    if subprocess.run(command, cwd=TREE, env=environment).returncode != 0:
        fail("the copy with the faults does not build")


def install(number):
    """Puts the programs with a fault into their folder."""
    PROGRAMS.mkdir(exist_ok=True)
    for name in ["paintPackageTests.xctest", "paint", "paint-bench", "paint-pages"]:
        source, target, new = BUILD / "release" / name, PROGRAMS / name, PROGRAMS / f"{name}.new"
        content = bytearray(source.read_bytes())
        if content.count(MARK) != 1:
            fail(f"{name} has the place of the number {content.count(MARK)} times")
        place = content.index(MARK) + len(MARK)
        content[place:place + 4] = struct.pack("=i", number)
        new.write_bytes(content)
        shutil.copymode(source, new)
        # A program that still runs keeps its file.
        new.replace(target)


def run(suites, log):
    """Runs suites; returns how they failed, or nothing."""
    # Crashes are expected, and need no report.
    environment = dict(os.environ, SWIFT_BACKTRACE="enable=no")
    suites = "|".join(re.escape(suite) for suite in suites.split("|"))
    command = [
        PROGRAMS / "paintPackageTests.xctest", "--testing-library", "swift-testing", "--disable-xctest", "--filter",
        f"^({suites})[/(]"]
    with tempfile.TemporaryDirectory(prefix="mutant-", ignore_cleanup_errors=True) as folder, open(log, "wb") as output:
        # Some tests run a program as a user without rights, who must reach its files.
        os.chmod(folder, 0o755)
        environment["TMPDIR"] = folder
        process = subprocess.Popen(
            command, cwd=TREE, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
            start_new_session=True)
        try:
            code = process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            code = None
        # Also what the tests have started.
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
    if code is None:
        return f"takes over {SECONDS} s"
    if code < 0:
        return f"ends by {signal.Signals(-code).name}"
    if code == 0 and not re.search(rb"Test run with [1-9]", log.read_bytes()):
        return "no test runs"
    return f"fails with {code}" if code else None


def main():
    parser = argparse.ArgumentParser(prog="mutants.py", description="Runs the suites that must catch each fault.")
    parser.add_argument("--flags", default="", help="the flags of the optimised build")
    parser.add_argument("--check", action="store_true", help="only look whether each original is in its file once")
    parser.add_argument("numbers", nargs="*", type=int, help="only these faults")
    arguments = parser.parse_args()
    mutants = read_table()
    if arguments.check:
        files_with_faults(mutants)
        return
    if unknown := set(arguments.numbers) - {mutant.number for mutant in mutants}:
        fail(f"there is no fault {', '.join(map(str, sorted(unknown)))}")
    wanted = [mutant for mutant in mutants if not arguments.numbers or mutant.number in arguments.numbers]
    logs = WORK / "logs"
    logs.mkdir(parents=True, exist_ok=True)
    copy_sources(mutants)
    build(shlex.split(arguments.flags))

    install(0)
    failed = []
    for place, suites in enumerate(sorted({mutant.suites for mutant in wanted})):
        began = time.monotonic()
        log = logs / f"none-{place}.log"
        outcome = run(suites, log)
        print(f"none  {suites}: {outcome or 'passes'}, {time.monotonic() - began:.0f} s", flush=True)
        if outcome:
            failed.append(f"{suites} {outcome}; the log is {log.relative_to(ROOT)}")
    if failed:
        fail("without a fault\n  " + "\n  ".join(failed))

    survivors = []
    for mutant in wanted:
        install(mutant.number)
        began = time.monotonic()
        outcome = run(mutant.suites, logs / f"{mutant.number}.log")
        print(
            f"{mutant.number:4}  {mutant.words}: {outcome or 'SURVIVES'}, {time.monotonic() - began:.0f} s", flush=True)
        if not outcome:
            survivors.append(mutant)
    print(f"{len(wanted) - len(survivors)} of {len(wanted)} faults are caught")
    if survivors:
        print("survivors:")
        for mutant in survivors:
            print(f"{mutant.number:4}  {mutant.file}: {mutant.words}; {mutant.suites}")
        sys.exit(1)


if __name__ == "__main__":
    main()
