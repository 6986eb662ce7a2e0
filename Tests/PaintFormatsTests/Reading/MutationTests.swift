import Glibc
import PaintFormats
import PaintRaster
import PaintTestSupport
import Testing

/// Each reader with randomly changed files, in a process of its own that a library may end.
@Suite("Changed pictures")
struct MutationTests {
  /// Files of each format: enough to find what breaks often; the thorough suite has all that are promised.
  private static let files = isThorough ? 10_000 : 400
  /// No pictures with more pixels in memory than this are read.
  private static let pixelLimit = 1 << 20
  private static let memoryLimit = 512 << 20
  private static let seconds = 2.0

  @Test(
    "a changed file neither crashes its reader nor takes it long or much memory",
    arguments: PictureFormat.all.map(\.name))
  func mutations(format: String) async throws {
    let asked = getenv("PAINT_FAULTS_SEED").flatMap { UInt64(String(cString: $0)) }
    let seed = asked ?? 13
    print("changed pictures: \(format) | PAINT_FAULTS_SEED=\(seed)")
    let folder = Folder()
    let file = "\(folder.path)/changed"
    let ended = await #expect(processExitsWith: .success) {
      [format = format as String, seed = seed as UInt64, file = file as String] in
      try Self.read(format, seed: seed, keepingIn: file)
    }
    // It is kept, so that the finding can become a fixture.
    guard ended == nil else { return }
    let copy = "/tmp/paint-mutation-\(format)"
    _ = ReferenceTool.output(of: "cp '\(file)' '\(copy)'")
    Issue.record("the process ended; the file that it read last is \(copy)")
  }

  /// Reads changed files; the last one is always in a file.
  private static func read(_ format: String, seed: UInt64, keepingIn file: String) throws {
    // A reader that never ends is ended.
    var limit = rlimit(rlim_cur: 3_600, rlim_max: 3_600)
    setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
    let seeds = try Mutation.seeds(of: format)
    var random = SeededGenerator(seed: seed)
    var slowest = 0.0
    for number in 0..<files {
      var bytes = Mutation.changed(seeds[number % seeds.count], using: &random)
      if format == "PNG", number % 4 > 0 { bytes = Mutation.repaired(bytes) }
      write(bytes, to: file)
      let before = processorTime()
      read(bytes, number)
      let time = processorTime() - before
      slowest = max(slowest, time)
      // The time of an unoptimised or an instrumented program says nothing.
      guard isThorough, time >= seconds else { continue }
      let copy = "/tmp/paint-mutation-slow-\(format)"
      write(bytes, to: copy)
      Issue.record("change \(number) of seed \(seed) took \(time) s of processor time; the file is \(copy)")
      break
    }
    guard isThorough else { return }
    var usage = rusage()
    getrusage(CInt(RUSAGE_SELF.rawValue), &usage)
    #expect(usage.ru_maxrss * 1024 < memoryLimit)
    print("\(format): \(files) files, the slowest took \(slowest) s; \(usage.ru_maxrss / 1024) MiB")
  }

  /// Reads a file as its number tells.
  private static func read(_ bytes: [UInt8], _ number: Int) {
    var options = ReadingOptions()
    options.isLenient = number % 2 == 1
    options.page = number % 7 == 0 ? 1 : 0
    options.pixelLimit = pixelLimit
    options.workers = .one
    if number % 5 == 0 { options.minimumSize = { _ in CanvasSize(width: 3, height: 3) } }
    do throws(PictureError) {
      let reader = try PictureReader(PictureSource(bytes: bytes), options: options)
      // A picture that is read in bands may have any size; a large one takes its time.
      guard reader.size.width * reader.size.height <= pixelLimit else { return }
      try readAll(reader)
    } catch {
      #expect(!error.message.isEmpty && error.message.allSatisfy { $0.isASCII || $0 == "…" })
    }
  }

  private static func readAll(_ reader: PictureReader) throws(PictureError) {
    var sum: UInt32 = 0
    do {
      try reader.readBands { (_, _, pixels) throws(Never) in
        for index in pixels.indices { sum &+= pixels[index] }
      }
    } catch {
      switch error {
      case .picture(let error): throw error
      }
    }
  }

  private static func write(_ bytes: [UInt8], to file: String) {
    guard let stream = fopen(file, "w") else { return }
    fwrite(bytes, 1, bytes.count, stream)
    fclose(stream)
  }

  /// Seconds that this process has computed.
  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
