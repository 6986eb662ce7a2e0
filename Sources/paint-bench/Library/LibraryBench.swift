import Glibc
import PaintEditing
import PaintRaster

/// The library alone, on one thread, compared with other libraries and with memory bandwidth; prints its lines as it
/// goes.
struct LibraryBench {
  static let rounds = 5
  /// The seconds of drawing after which a peer is not measured again.
  private static let peerSeconds = 2.0

  /// The folder for the peers' files.
  let folder: String
  private let peers: [PeerProcess]

  /// A benchmark whose peers are the installed libraries.
  init(folder: String) {
    self.folder = folder
    // A peer that ends early must not end this program.
    signal(SIGPIPE, SIG_IGN)
    let names = ["Skia", "Cairo", "OpenCV", "Pillow"]
    peers = names.compactMap { PeerProcess($0) }
    let missing = names.filter { name in !peers.contains { $0.name == name } }
    if !missing.isEmpty { report("not installed for python3", missing.joined(separator: ", ")) }
  }

  /// The three sets that have a target as a fraction of Skia's time.
  func sets() {
    heading("Drawing alone, 3840x2160 and 1920x1080, best of \(Self.rounds), in turns; (paint's part of their time)")
    showSet(.scribbles(10_000, width: 6), goal: "0.30")
    showSet(.fatStrokes(500), goal: "0.36")
    showSet(.mixed(10_000), goal: "0.36")
  }

  /// Each primitive separately.
  func primitives() {
    heading("By primitive, 3840x2160: us per stroke, megapixels per second; (paint's part of their time)")
    show(.scribbles(2_000, width: 1))
    for alpha in [255, 128] as [UInt8] {
      for (side, count) in [(8.0, 10_000), (256.0, 500), (2_048.0, 20)] {
        show(.rects(count, side: side, alpha: alpha))
      }
    }
    show(.ellipses(1_000))
    show(.ellipses(1_000, outline: 6))
    show(.polygons(500, corners: 40))
    show(.polygons(100, corners: 1_000))
  }

  private func showSet(_ workload: Workload, goal: String) {
    let ours = show(workload)
    guard let (_, theirs) = ours.peers.first(where: { $0.name == "Skia" }) else { return }
    report("", "of Skia's time " + times(ours.seconds / theirs) + ", to be \(goal)x or less")
  }

  @discardableResult
  private func show(_ workload: Workload) -> Figures {
    let figures = measure(workload)
    let count = Double(workload.strokes.count)
    let peers = figures.peers.map {
      "\($0.name) \(decimal($0.seconds / count * 1e6, digits: 2)) us (\(decimal(figures.seconds / $0.seconds, digits: 2)))"
    }
    show(workload.name, figures.seconds, count, workload.coveredPixels, peers)
    return figures
  }

  private func show(_ name: String, _ seconds: Double, _ count: Double, _ pixels: Int, _ peers: [String] = []) {
    let rate = Double(pixels) / seconds / 1e6
    report(
      name, padded(decimal(seconds / count * 1e6, digits: 2)) + " us", padded(decimal(rate, digits: 0)) + " MP/s",
      peers.joined(separator: "   "))
  }

  /// The best times of this library and of the peers that can draw the workload.
  private struct Figures {
    var seconds: Double
    var peers: [(name: String, seconds: Double)]
  }

  /// Lets this library and its peers draw in turns.
  private func measure(_ workload: Workload) -> Figures {
    let path = folder + "/workload.txt"
    guard workload.write(to: path) else { fail("\(path) cannot be written", exitCode: EX_CANTCREAT) }
    let capable = peers.filter { $0.load(path) }
    var best = [Double](repeating: .infinity, count: capable.count)
    var spent = [Double](repeating: 0, count: capable.count)
    var ours = Double.infinity
    let reserve = Drawing.reserve(workload.size)
    defer { withExtendedLifetime(reserve) {} }
    for _ in 0..<Self.rounds {
      ours = min(ours, Drawing.seconds(of: workload.strokes, on: Drawing.blank(workload.size)))
      for index in capable.indices where spent[index] < Self.peerSeconds {
        guard let seconds = capable[index].draw() else { continue }
        best[index] = min(best[index], seconds)
        spent[index] += seconds
      }
    }
    let figures = zip(capable, best).filter { $1 < .infinity }.map { (name: $0.name, seconds: $1) }
    return Figures(seconds: ours, peers: figures)
  }
}

extension LibraryBench {
  /// Runs all measurements; ends the program if the arguments are invalid.
  static func run(_ words: [String]) {
    guard words.count == 1 else {
      fail("library needs FOLDER, for its files", hint: "paint-bench --help", exitCode: EX_USAGE)
    }
    let bench = LibraryBench(folder: words[0])
    bench.sets()
    bench.primitives()
    bench.memory()
    bench.longStrokes()
    bench.denseStrokes()
    bench.lockHandover()
  }
}
