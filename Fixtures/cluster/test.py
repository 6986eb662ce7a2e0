#!/usr/bin/env python3
"""Runs watermark.py on a local Spark cluster, kills a worker midway, and compares every file with this machine's.

usage: test.py PAINT [COUNT]

The cluster is a standalone master and two workers on loopback, from the jars of the pyspark package. COUNT is the number
of pictures, 500 if not given. Two damaged pictures are added, which must be reported and must not stop the job. If
pyspark is not installed, it is installed into a virtual environment in .build, which is kept.
"""

from __future__ import annotations

import importlib.util
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
PYSPARK = "pyspark>=4,<5"
SECONDS = 900
DAMAGED = {"truncated.png": "the file ends", "words.png": "not a picture"}


class Failed(Exception):
    """The test fails with this message."""


def need_pyspark() -> None:
    """Runs this program again in a virtual environment that has pyspark, if this Python does not have it."""
    if importlib.util.find_spec("pyspark"):
        return
    environment = HERE.parents[1] / ".build" / "cluster-venv"
    python = environment / "bin" / "python"
    if not python.exists() or subprocess.run([python, "-c", "import pyspark"], capture_output=True).returncode:
        if pathlib.Path(sys.prefix) == environment:
            raise Failed(f"{environment} has no pyspark; remove it and try again")
        print(f"installing {PYSPARK} into {environment}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", "--clear", environment], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", PYSPARK], check=True)
    os.execv(python, [str(python), *sys.argv])


class Processes:
    """Programs in process groups of their own, each with a log; all of them end with the test."""

    def __init__(self, folder: pathlib.Path, environment: dict[str, str]) -> None:
        self.folder, self.environment = folder, environment
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str, *command: str | pathlib.Path) -> subprocess.Popen[bytes]:
        with open(self.log(name), "wb") as log:
            self.running[name] = subprocess.Popen(
                [str(word) for word in command], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                stdout=log, stderr=subprocess.STDOUT, start_new_session=True)
        return self.running[name]

    def log(self, name: str) -> pathlib.Path:
        return self.folder / f"{name}.log"

    def told(self, name: str) -> str:
        return self.log(name).read_text(errors="replace")

    def kill(self, name: str) -> None:
        """Kills the program and those that it started, at once, as when a machine loses power."""
        process = self.running.pop(name)
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()

    def wait_for(self, what: str, seconds: float, condition) -> None:
        """Waits for something that happens while all programs run."""
        end = time.monotonic() + seconds
        while not condition():
            for name, process in self.running.items():
                if process.poll() is not None:
                    raise Failed(f"{name} ended before {what}:\n{self.told(name)[-3000:]}")
            if time.monotonic() > end:
                raise Failed(f"there is no {what} after {seconds:.0f} s")
            time.sleep(0.01)


def make_pictures(paint: str, folder: pathlib.Path, count: int) -> None:
    """Makes different pictures of different sizes in one document, and two damaged files."""
    (folder / "in").mkdir()
    lines = []
    for number in range(count):
        width, height = 120 + number * 7 % 90, 90 + number * 11 % 70
        color = f"{number * 2654435761 % (1 << 24):06x}"
        lines += [
            f"clear {color}",
            f"stroke ellipse {number % 50},{number % 30},{40 + number % 60}x{30 + number % 40} --fill white --color gold",
            f"stroke line 0,0 {width},{height} --width {1 + number % 9} --color navy",
            f"export in/{number:04d}.png --region 0,0,{width}x{height}",
        ]
    document = folder / "pictures.paint"
    subprocess.run([paint, "new", document, "--size", "220x170", "--quiet"], check=True)
    subprocess.run(
        [paint, "batch", "-", "--quiet", "-d", document], input="\n".join(lines).encode(), check=True, cwd=folder)
    whole = (folder / "in" / "0000.png").read_bytes()
    (folder / "in" / "truncated.png").write_bytes(whole[: len(whole) // 2])
    (folder / "in" / "words.png").write_bytes(b"no picture\n")


def make_here(paint: str, folder: pathlib.Path) -> None:
    """Does the same job on this machine, one command per picture."""
    (folder / "here").mkdir()

    def make(picture: pathlib.Path) -> None:
        result = folder / "here" / picture.name
        done = subprocess.run(
            [paint, "batch", HERE / "watermark.txt", "--quiet", "--from", picture, "--out", result],
            capture_output=True, text=True)
        if (done.returncode != 0) != (picture.name in DAMAGED):
            raise Failed(f"on this machine, {picture.name} gave exit {done.returncode}: {done.stderr}")

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(make, sorted((folder / "in").iterdir())))


def compare(folder: pathlib.Path, count: int) -> None:
    """Compares all files byte for byte."""
    # The killed worker may leave the hidden file that it was writing.
    here, there = ({file.name: file for file in (folder / name).glob("*.png")} for name in ("here", "out"))
    if len(here) != count:
        raise Failed(f"this machine made {len(here)} of {count} files")
    if here.keys() != there.keys():
        raise Failed(f"only one of the two made {sorted(here.keys() ^ there.keys())[:10]}")
    unequal = sorted(name for name in here if here[name].read_bytes() != there[name].read_bytes())
    if unequal:
        raise Failed(f"{len(unequal)} files differ: {unequal[:10]}")


def run(paint: str, folder: pathlib.Path, count: int) -> None:
    import pyspark

    spark = pathlib.Path(pyspark.__file__).parent
    started = time.monotonic()
    make_pictures(paint, folder, count)
    make_here(paint, folder)
    print(f"this machine: {count} files, {time.monotonic() - started:.1f} s with making the pictures", flush=True)

    (folder / "conf").mkdir()
    (folder / "conf" / "spark-defaults.conf").write_text("spark.master.rest.enabled false\n")
    (folder / "local").mkdir()
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("SPARK_", "PYSPARK_"))}
    environment |= {
        "SPARK_HOME": str(spark), "SPARK_CONF_DIR": str(folder / "conf"), "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_LOCAL_DIRS": str(folder / "local"), "PYSPARK_PYTHON": sys.executable,
    }
    processes = Processes(folder, environment)
    try:
        spark_class = spark / "bin" / "spark-class"
        # With port 0 the system chooses free ones; the master's log says which.
        processes.start(
            "master", spark_class, "org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", "0",
            "--webui-port", "0")
        address = re.compile(r"spark://127\.0\.0\.1:[1-9]\d*")
        processes.wait_for("master", SECONDS, lambda: address.search(processes.told("master")))
        url = address.search(processes.told("master")).group()
        workers = ["worker-1", "worker-2"]
        for name in workers:
            processes.start(
                name, spark_class, "org.apache.spark.deploy.worker.Worker", "--host", "127.0.0.1", "--port", "0",
                "--webui-port", "0", "--cores", "1", "--memory", "700m", "--work-dir", folder / name, url)
        # The master's log may name a worker twice: on a slow machine it registers again before it has the answer.
        processes.wait_for(
            "two workers", SECONDS,
            lambda: all("Successfully registered with master" in processes.told(name) for name in workers))
        print(f"cluster: {url} with {len(workers)} workers", flush=True)

        settings = {
            "spark.driver.host": "127.0.0.1", "spark.driver.memory": "600m", "spark.executor.memory": "600m",
            "spark.executor.cores": "1", "spark.ui.enabled": "false",
            # Both workers take part from the beginning.
            "spark.scheduler.minRegisteredResourcesRatio": "1.0",
        }
        job = processes.start(
            "job", spark / "bin" / "spark-submit", "--master", url,
            *(word for key, value in settings.items() for word in ("--conf", f"{key}={value}")),
            HERE / "watermark.py", "--paint", paint, "--script", HERE / "watermark.txt", "--out", folder / "out",
            f"file://{folder}/in")

        def done() -> int:
            return sum(1 for file in (folder / "out").glob("*.png"))

        # A worker that has fetched the program has a task.
        processes.wait_for(
            "file of each worker", SECONDS, lambda: done() >= max(1, count // 10) and all(
                list((folder / name).glob(f"app-*/*/{os.path.basename(paint)}")) for name in workers))
        processes.kill("worker-2")
        at_kill = done()
        print(f"killed worker-2 when {at_kill} of {count} files were there", flush=True)
        if at_kill >= count:
            raise Failed("the job was done before the worker was killed; use more pictures")

        try:
            code = job.wait(SECONDS)
        except subprocess.TimeoutExpired:
            raise Failed(f"the job does not end:\n{processes.told('job')[-3000:]}") from None
        told = processes.told("job")
        if "Lost executor" not in told:
            raise Failed(f"no executor was lost:\n{told[-3000:]}")
        for name, words in DAMAGED.items():
            if not re.search(rf"^{re.escape(name)}: .*{words}.*exit 65", told, re.MULTILINE):
                raise Failed(f"{name} was not reported:\n{told[-3000:]}")
        if code != 1 or f"{count + 2} pictures, 2 failed" not in told:
            raise Failed(f"the job ended with exit {code}:\n{told[-3000:]}")
        compare(folder, count)
    finally:
        # The job first: then its workers have nothing to repeat.
        for name in sorted(processes.running):
            processes.kill(name)
    print(f"{count} files equal, 2 damaged pictures reported, 1 of 2 workers lost, {time.monotonic() - started:.0f} s")


def main() -> int:
    try:
        if len(sys.argv) not in (2, 3):
            raise Failed("usage: test.py PAINT [COUNT]")
        paint = os.path.abspath(sys.argv[1])
        count = int(sys.argv[2]) if len(sys.argv) == 3 else 500
        need_pyspark()
        if not shutil.which("java") and "JAVA_HOME" not in os.environ:
            raise Failed("Spark needs Java 17 or later: apt-get install openjdk-17-jre-headless")
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_: sys.exit("stopped"))
        folder = pathlib.Path(tempfile.mkdtemp(prefix="paint-cluster-"))
        try:
            run(paint, folder, count)
        finally:
            # Python's workers end when their executors have; they may still write for a moment.
            shutil.rmtree(folder, ignore_errors=True)
            time.sleep(0.5)
            shutil.rmtree(folder, ignore_errors=True)
        return 0
    except (Failed, subprocess.SubprocessError) as error:
        print(f"test-cluster: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
