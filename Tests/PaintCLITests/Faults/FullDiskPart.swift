import PaintTestSupport
import Synchronization
import Testing

/// A part of the cases on full disks of a kind: some of the levels of free space, on a disk of its own.
struct FullDiskPart: Sendable, CustomTestStringConvertible {
  /// A file system to be mounted, by its name in the table and the line of shell that mounts it on `disk`.
  struct Kind: Sendable {
    var name: String
    var mount: String
    /// The size of its blocks in KiB: less than one block means no free space.
    var block: Int
    /// The number of parts of a thorough run.
    var parts: Int

    static let all = [
      Kind(
        name: "ext4, 1 KiB blocks",
        mount: "truncate -s 2m image && mkfs.ext4 -q -b 1024 -O ^has_journal -m 0 image && \(mountImage)", block: 1,
        parts: 16),
      Kind(name: "tmpfs, 4 KiB blocks", mount: "mount -t tmpfs -o size=1m none disk", block: 4, parts: 4),
      Kind(
        name: "ext4, 4 KiB blocks",
        mount: "truncate -s 4m image && mkfs.ext4 -q -b 4096 -O ^has_journal -m 0 image && \(mountImage)", block: 4,
        parts: 4),
    ]

    /// All levels of free space.
    var levels: [Int] { isThorough ? Array(stride(from: 0, through: 160, by: block)) : [0, 4, 12, 32] }

    /// Repeated, because another part may take the same loop device at the same time.
    private static let mountImage =
      "{ mount -o loop image disk || { sleep 0.2; mount -o loop image disk; } || { sleep 1; mount -o loop image disk; }; }"
  }

  var kind: Kind
  var number: Int
  /// The number of parts of the kind.
  var count: Int
  var testDescription: String { count == 1 ? kind.name : "\(kind.name), part \(number + 1) of \(count)" }

  static let all = Kind.all.flatMap { kind in
    let count = isThorough ? kind.parts : 1
    return (0..<count).map { FullDiskPart(kind: kind, number: $0, count: count) }
  }

  /// The free space in blocks of 1 KiB, from nothing to more than any command needs.
  ///
  /// Neighbouring levels are in different parts, so that all parts take about the same time.
  var levels: [Int] {
    let all = kind.levels
    return stride(from: number, to: all.count, by: count).map { all[$0] }
  }
}

/// The results of a part, or of all parts of a kind.
struct FullDiskTally: Sendable {
  var cases = 0
  var failures: [String] = []
  var outcomes: [String: Int] = [:]
  /// The number of parts whose disk could not be mounted.
  var unmounted = 0
  private var parts = 0

  /// The results so far, by the name of the kind.
  private static let results = Mutex<[String: FullDiskTally]>([:])

  init() {}

  /// Adds the result of a part; the last one of a kind prints the line of the table.
  static func add(_ result: FullDiskTally, of part: FullDiskPart) {
    let complete: FullDiskTally? = results.withLock { results in
      var sum = results[part.kind.name] ?? FullDiskTally()
      sum.cases += result.cases
      sum.failures += result.failures
      sum.outcomes.merge(result.outcomes) { $0 + $1 }
      sum.unmounted += result.unmounted
      sum.parts += 1
      // A repeated run begins again.
      results[part.kind.name] = sum.parts == part.count ? nil : sum
      return sum.parts == part.count ? sum : nil
    }
    guard let complete else { return }
    let name = part.kind.name
    if complete.unmounted == part.count {
      print("faults: full disks | SKIPPED \(name): cannot be mounted here; the calls suite plays full disks instead")
      return
    }
    if complete.unmounted > 0 {
      Issue.record("\(name): \(complete.unmounted) of \(part.count) disks could not be mounted, so cases are missing")
    }
    FaultLine.say("full disks", name, cases: complete.cases, failures: complete.failures, complete.outcomes)
  }
}
