import Glibc

/// Measures the program from outside, as a shell runs it; each measurement prints its lines as it goes.
struct ProgramBench {
  /// The program that is measured.
  let paint: String

  /// The photographs that large pictures are composed of.
  let photographs: [String]

  /// The folder for documents and pictures.
  let folder: String

  private static let rounds = 41

  /// The seconds of one run; ends this program if the run fails, since its time would be meaningless.
  @discardableResult
  func time(_ words: String...) -> Double { run(words).seconds }

  func run(_ words: [String]) -> Child {
    let output = folder + "/output.txt"
    guard let child = Child.run([paint] + words, output: output) else { fail("\(paint) does not start") }
    if child.exitCode != 0 { fail("\(words.joined(separator: " ").prefix(200)): \(contents(of: output) ?? "")") }
    return child
  }

  /// Makes a document from photographs, in a separate process so that this program stays small.
  func photograph(_ name: String, _ width: Int, _ height: Int) -> String {
    let picture = "\(folder)/\(name).png"
    let words = [CommandLine.arguments[0], "mosaic", "\(width)", "\(height)", picture] + photographs
    guard Child.run(words)?.exitCode == 0 else { fail("\(picture) cannot be made") }
    let document = "\(folder)/\(name).paint"
    let seconds = time("new", document, "--from", picture)
    report("open \(width)x\(height) as a document", milliseconds(seconds))
    return document
  }

  /// One stroke, and moves in the history, from the shell on a 1080p and an 8K photograph, in turns.
  func strokesAndMoves() {
    heading("Photographs")
    let documents = [photograph("1080p", 1920, 1080), photograph("8K", 7680, 4320)]
    var bare: [Double] = []
    var random = SplitMix64(state: 2)
    var strokes: [[Double]] = [[], []]
    for round in 0..<Self.rounds {
      bare.append(time("--version"))
      let points = (0..<4).map { _ in
        decimal(random.uniform(800, 1000), digits: 2) + "," + decimal(random.uniform(400, 600), digits: 2)
      }
      // The order alternates, so neither profits from the other's warm caches.
      for index in [round & 1, 1 - round & 1] {
        let words = ["-d", documents[index], "stroke", "pencil"] + points + ["--width", "8", "--color", "crimson"]
        strokes[index].append(run(words).seconds)
      }
    }
    heading("From the shell, median of \(Self.rounds), process start to exit")
    report("paint --version", summary(bare))
    report("stroke on 1920x1080", summary(strokes[0]))
    report("stroke on 7680x4320", summary(strokes[1]), ratio(strokes[1], to: strokes[0]) + " of 1920x1080")
    for (name, seconds) in zip(["1080p", "8K"], strokes) {
      if let pillow = Peers.pillow(picture: "\(folder)/\(name).png", folder: folder) {
        report("Pillow on \(name), one run", milliseconds(pillow), times(pillow / median(seconds)) + " of paint")
      } else {
        report("Pillow on \(name)", "not measured: python3 has no package PIL")
      }
    }

    var moves: [[Double]] = [[], [], [], []]
    let document = documents[1]
    for _ in 0..<Self.rounds {
      moves[0].append(time("-d", document, "status"))
      moves[1].append(time("-d", document, "undo"))
      moves[2].append(time("-d", document, "redo"))
      moves[3].append(time("-d", document, "goto", "start"))
      time("-d", document, "goto", "latest")
    }
    report("status on 7680x4320", summary(moves[0]))
    for (name, seconds) in zip(["undo", "redo", "goto start"], moves.dropFirst()) {
      report("\(name) on 7680x4320", summary(seconds), ratio(seconds, to: moves[0]) + " of status")
    }
  }

  /// The batch of scribbles, at two lengths, and Skia's time for the shorter one.
  func scribbles() {
    heading("Scribbles of 20 points, 240 px long and 6 wide, on 3840x2160, as one batch, each its own undo step")
    let bare = run(["--version"]).peakBytes
    let short = batch(10_000, runs: 3, bare: bare)
    let script = scriptPath(10_000)
    let skia = Peers.skia(script: script, width: Scribbles.width, height: Scribbles.height, folder: folder)
    if let skia {
      report(
        "Skia draws 10000, best of 3", padded(decimal(skia, digits: 2)) + " s, no undo, nothing on disk",
        "paint takes " + times(short / skia))
    } else {
      report("Skia", "not measured: python3 has no package skia")
    }
    let long = batch(40_000, runs: 1, bare: bare)
    report("40000 over 10000", times(long / short))
  }

  private func scriptPath(_ count: Int) -> String { "\(folder)/scribbles-\(count).txt" }

  /// Runs a batch on a new canvas, reports the median run and returns its seconds.
  private func batch(_ count: Int, runs: Int, bare: Int) -> Double {
    let script = scriptPath(count)
    let document = "\(folder)/scribbles-\(count).paint"
    guard Scribbles.write(count, to: script) else { fail("\(script) cannot be written") }
    var children: [Child] = []
    var bytes = 0
    for _ in 0..<runs {
      time("new", document, "--size", "\(Scribbles.width)x\(Scribbles.height)", "--replace")
      let before = documentBytes(document)
      children.append(run(["-d", document, "batch", script]))
      bytes = documentBytes(document) - before
      // Fails unless there are as many steps as lines.
      time("-d", document, "pick", "0,0", "--at", "r\(count)")
    }
    children.sort { $0.seconds < $1.seconds }
    let middle = children[runs / 2]
    report(
      "\(count) steps" + (runs > 1 ? ", median of \(runs)" : ""),
      padded(decimal(middle.seconds, digits: 2)) + " s (\(decimal(middle.busySeconds, digits: 2)) s busy)",
      decimal(middle.seconds / Double(count) * 1e6, digits: 0) + " us a step",
      decimal(Double(middle.peakBytes - bare) / 1_048_576, digits: 1) + " MiB over the bare program",
      decimal(Double(bytes) / Double(count) / 1e3, digits: 1) + " kB of disk per step")
    return middle.seconds
  }

  /// Export of a drawing and of a 4K photograph.
  func exports(of largePhotograph: String) {
    heading("Export of 3840x2160, median of 5")
    let drawing = "\(folder)/scribbles-10000.paint"
    for (name, document) in [("10000 scribbles", drawing), ("photograph", largePhotograph)] {
      let picture = "\(folder)/export.png"
      let seconds = median((0..<5).map { _ in time("-d", document, "export", picture) })
      report(name, milliseconds(seconds), decimal(Double(size(of: picture)) / 1e6, digits: 1) + " MB")
    }
  }
}

extension ProgramBench {
  /// Runs all measurements; ends the program if the arguments are invalid.
  static func run(_ words: [String]) {
    guard words.count == 3 else {
      fail("program needs PAINT PHOTOGRAPHS FOLDER", hint: "paint-bench --help", exitCode: EX_USAGE)
    }
    let bench = ProgramBench(
      paint: words[0],
      photographs: ["coffee", "astronaut", "chelsea"].map { "\(words[1])/\($0).png" },
      folder: words[2])
    bench.strokesAndMoves()
    bench.scribbles()
    let largePhotograph = bench.photograph("4K", 3840, 2160)
    bench.exports(of: largePhotograph)
    bench.edits(of: largePhotograph)
  }
}
