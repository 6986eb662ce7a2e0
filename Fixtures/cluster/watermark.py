#!/usr/bin/env python3
"""Runs one paint script over many pictures on Apache Spark.

usage: spark-submit --master URL watermark.py --paint PAINT --script SCRIPT --out FOLDER PICTURES

PAINT is the program and SCRIPT its script, files of this machine; both are shipped to the workers. PICTURES is a folder
or a pattern, and FOLDER is for the results: NAME.png for each picture. Both must be reachable under this path from
every worker. The exit code is 1 if a picture fails; the others are written, and each failure is one line on standard
error.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile

from pyspark import SparkFiles
from pyspark.errors import AnalysisException
from pyspark.sql import SparkSession

SECONDS_PER_PICTURE = 600


def watermark(picture: bytes, program: str, script: str) -> bytes:
    """The result of the script as PNG; raises RuntimeError with the program's message."""
    command = [program, "batch", script, "--quiet", "--from", "-", "--out", "-", "--format", "png"]
    try:
        done = subprocess.run(command, input=picture, capture_output=True, timeout=SECONDS_PER_PICTURE)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise RuntimeError(str(error)) from error
    if done.returncode:
        told = done.stderr.decode(errors="replace").strip() or "no message"
        raise RuntimeError(f"{told} (exit {done.returncode})")
    return done.stdout


def store(result: bytes, path: str) -> None:
    """Writes a file completely or not at all: a task may be repeated, or run twice at once."""
    descriptor, temporary = tempfile.mkstemp(dir=os.path.dirname(path), prefix=".", suffix=".part")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(result)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def process(url: str, picture: bytes, program: str, script: str, folder: str) -> tuple[str, str | None]:
    """Makes one file; returns the picture's name, and the message if it failed."""
    name = url.rsplit("/", 1)[-1]
    try:
        result = watermark(picture, SparkFiles.get(program), SparkFiles.get(script))
        store(result, os.path.join(folder, target(name)))
    except (RuntimeError, OSError) as error:
        return name, " ".join(str(error).split())
    return name, None


def target(name: str) -> str:
    """The name of a picture's result."""
    return os.path.splitext(name)[0] + ".png"


def main() -> int:
    parser = argparse.ArgumentParser(description="run one paint script over many pictures on Apache Spark")
    parser.add_argument("--paint", required=True, help="the program")
    parser.add_argument("--script", required=True, help="the script, for paint batch")
    parser.add_argument("--out", required=True, help="the folder for the results")
    parser.add_argument("--per-task", type=int, default=4, help="pictures per task, about (default 4)")
    parser.add_argument("pictures", help="a folder, or a pattern such as 'in/*.jpg'")
    given = parser.parse_args()

    folder = os.path.abspath(given.out)
    os.makedirs(folder, exist_ok=True)
    # Without the first setting Spark makes tasks of at least 4 MB, which are hundreds of small pictures.
    session = SparkSession.builder.appName("paint watermark").config("spark.files.openCostInBytes", "0").getOrCreate()
    context = session.sparkContext
    for file in (given.paint, given.script):
        context.addFile(os.path.abspath(file))
    program, script = os.path.basename(given.paint), os.path.basename(given.script)

    try:
        # Only the names; a task reads its own pictures.
        rows = session.read.format("binaryFile").load(given.pictures).select("path").collect()
    except AnalysisException as error:
        print(str(error).splitlines()[0], file=sys.stderr)
        return 66
    names = [row.path.rsplit("/", 1)[-1] for row in rows]
    results = [target(name) for name in names]
    twice = sorted({name for name in results if results.count(name) > 1}) if len(set(results)) < len(results) else []
    if twice:
        print(f"several pictures would become {', '.join(twice)}", file=sys.stderr)
        return 64

    tasks = max(1, len(names) // max(1, given.per_task))
    told = (
        context.binaryFiles(given.pictures, tasks)
        .map(lambda file: process(file[0], file[1], program, script, folder))
        .collect()
    )
    failures = sorted((name, message) for name, message in told if message is not None)
    for name, message in failures:
        print(f"{name}: {message}", file=sys.stderr)
    print(f"{len(told)} pictures, {len(failures)} failed", flush=True)
    session.stop()
    return 1 if failures or len(told) != len(names) else 0


if __name__ == "__main__":
    sys.exit(main())
