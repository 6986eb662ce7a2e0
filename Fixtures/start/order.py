#!/usr/bin/env python3
"""Prints the names of the functions and data that short runs of paint use, in the order of their first use.

usage: order.py PROGRAM >order.txt

The linker puts what is named first next to each other, so that a start of the program touches few pages. The program must
have a symbol table. Valgrind's lackey lists every address that a run reads, writes or executes.
"""

import bisect
import os
import re
import subprocess
import sys
import tempfile

# What a session of a user begins with; {0} is a drawing.
RUNS = [
    "--version",
    "new {0} --size 1920x1080 --background white",
    "-d {0} status",
    "-d {0} stroke pencil 10,10 300,200",
    "-d {0} stroke line 20,40 400,300 --color navy --width 5",
    "-d {0} stroke rect 60,60,200x100 --fill gold",
    "-d {0} stroke ellipse 90,80,300x200 --opacity 50%",
    "-d {0} status",
    "-d {0} undo",
    "-d {0} redo",
    "-d {0} pick 100,100",
    "-d {0} history",
    "--help",
]
# The order of other data does not matter: the loader writes to all pages with addresses.
SECTIONS = {".text", ".bss", ".rodata"}


def readelf(option, program):
    return subprocess.run(["readelf", option, program], capture_output=True, text=True, check=True).stdout.splitlines()


def symbols(program):
    """The start and size of each symbol, one name for each address; and the program's entry."""
    sections = {}
    for line in readelf("-SW", program):
        found = re.match(r" *\[ *(\d+)\] (\S+)", line)
        if found:
            sections[found.group(1)] = found.group(2)
    table, entry = {}, None
    for line in readelf("-sW", program):
        parts = line.split()
        if len(parts) != 8 or parts[3] not in ("FUNC", "OBJECT"):
            continue
        address, size = int(parts[1], 16), int(parts[2], 0)
        if parts[7] == "_start":
            entry = address
        if sections.get(parts[6]) in SECTIONS and table.get(address, (0, ""))[0] <= size:
            table[address] = (size, parts[7])
    return sorted((address, size, name) for address, (size, name) in table.items()), entry


def addresses(program, words):
    """The addresses that a run uses, each once, as valgrind lists them."""
    seen = set()
    read, write = os.pipe()
    command = ["valgrind", "--tool=lackey", "--trace-mem=yes", f"--log-fd={write}", program, *words]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, pass_fds=(write,)) as run:
        os.close(write)
        with os.fdopen(read, errors="replace") as lines:
            for line in lines:
                # `I  0123,4` is an instruction, ` L`, ` S` and ` M` are data.
                if line[:3] in ("I  ", " L ", " S ", " M "):
                    address = int(line[3:].split(",")[0], 16)
                    if address not in seen:
                        seen.add(address)
                        yield address
        if run.wait() != 0:
            sys.exit(f"order.py: {' '.join(words)} failed")


def main():
    with tempfile.TemporaryDirectory() as folder:
        # Valgrind cannot read all of the debugger's data.
        program = os.path.join(folder, "paint")
        subprocess.run(["objcopy", "--strip-debug", sys.argv[1], program], check=True)
        table, entry = symbols(program)
        starts = [address for address, _, _ in table]
        named = {}
        for words in RUNS:
            base = None
            for address in addresses(program, words.format(os.path.join(folder, "art.paint")).split()):
                if base is None:
                    # Valgrind loads a position-independent program to the beginning of a megabyte and a bit.
                    if address - entry in (0x108000, 0x109000, 0x400000):
                        base = address - entry
                    continue
                index = bisect.bisect_right(starts, address - base) - 1
                if index >= 0 and address - base < table[index][0] + max(1, table[index][1]):
                    named.setdefault(table[index][2])
            if base is None:
                sys.exit("order.py: valgrind loaded the program to an unknown address")
        print("\n".join(named))


main()
