import CProcessor
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@testable import PaintRaster

/// Quotas of control groups, read below a folder that replaces the system's root.
struct ProcessorCountTests {
  /// A system: the lines of /proc/self/cgroup, and files below /sys/fs/cgroup.
  struct System: Sendable {
    var name: String
    var groups: String
    var files: [String: String]
    var quota: Int
  }

  static let systems = [
    System(name: "no control groups", groups: "", files: [:], quota: 0),
    System(name: "version 2 without a quota", groups: "0::/a\n", files: ["a/cpu.max": "max 100000\n"], quota: 0),
    System(name: "version 2", groups: "0::/a\n", files: ["a/cpu.max": "300000 100000\n"], quota: 3),
    System(
      name: "a part of a processor counts as one", groups: "0::/\n", files: ["cpu.max": "1000 100000\n"], quota: 1),
    System(name: "one and a half are two", groups: "0::/\n", files: ["cpu.max": "150000 100000\n"], quota: 2),
    System(
      name: "a group above has less", groups: "0::/a/b/c\n",
      files: ["a/b/c/cpu.max": "800000 100000", "a/b/cpu.max": "max 100000", "a/cpu.max": "200000 100000"], quota: 2),
    System(
      name: "a path of the host, of which only the root is to be seen", groups: "0::/docker/123\n",
      files: ["cpu.max": "500000 100000"], quota: 5),
    System(
      name: "version 2 next to version 1", groups: "1:memory:/x\n0::/a\n",
      files: ["unified/a/cpu.max": "400000 100000"], quota: 4),
    System(
      name: "version 1", groups: "5:cpuset:/x\n4:cpu,cpuacct:/a/b\n",
      files: [
        "cpu/a/b/cpu.cfs_quota_us": "-1\n", "cpu/a/b/cpu.cfs_period_us": "100000\n",
        "cpu/a/cpu.cfs_quota_us": "250000\n", "cpu/a/cpu.cfs_period_us": "100000\n",
      ], quota: 3),
    System(
      name: "version 1 below both names", groups: "4:cpu,cpuacct:/a\n",
      files: ["cpu,cpuacct/a/cpu.cfs_quota_us": "60000\n", "cpu,cpuacct/a/cpu.cfs_period_us": "50000\n"], quota: 2),
    System(
      name: "another controller whose name begins alike", groups: "4:cpuset:/a\n",
      files: ["cpu/a/cpu.cfs_quota_us": "60000\n", "cpu/a/cpu.cfs_period_us": "50000\n"], quota: 0),
    System(name: "nonsense", groups: "x\n0::a\n::\n0::/a\n", files: ["a/cpu.max": "0 0"], quota: 0),
    System(name: "a negative period", groups: "0::/a\n", files: ["a/cpu.max": "100 -3"], quota: 0),
  ]

  @Test(arguments: systems)
  func `the least quota of a group and of those above it counts`(_ system: System) throws {
    let root = try Root(system)
    #expect(processor_quota(root.path) == system.quota)
    let count = processor_count(root.path)
    #expect(count >= 1)
    #expect(system.quota == 0 || count <= system.quota)
  }

  @Test func `a mask of one processor leaves one thread`() throws {
    let get = try #require(Affinity.function("sched_getaffinity"))
    let set = try #require(Affinity.function("sched_setaffinity"))
    // Only of this thread, which runs nothing else until the mask is restored.
    var mask = [UInt8](repeating: 0, count: 1_024)
    try #require(get(0, mask.count, &mask) >= 0)
    var one = [UInt8](repeating: 0, count: mask.count)
    let place = try #require(mask.firstIndex { $0 != 0 })
    one[place] = mask[place] & (0 &- mask[place])
    try #require(set(0, one.count, &one) == 0)
    let count = processor_count("")
    #expect(set(0, mask.count, &mask) == 0)
    #expect(count == 1)
  }

  @Test func `there is one worker at least`() {
    #expect(Workers.all.count >= 1)
    #expect(Workers.all.count <= max(1, sysconf(Int32(_SC_NPROCESSORS_CONF))))
  }

  /// A folder that is deleted with this object.
  private final class Root {
    let path: String
    private var made: [String]

    init(_ system: System) throws {
      var name = Array("/tmp/processor-count-XXXXXX".utf8CString)
      let folder = name.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
      }
      path = try #require(folder)
      made = [path]
      write(system.groups, to: "proc/self/cgroup")
      for (file, text) in system.files { write(text, to: "sys/fs/cgroup/" + file) }
    }

    private func write(_ text: String, to file: String) {
      var folder = path
      for part in file.split(separator: "/").dropLast() {
        folder += "/" + part
        if mkdir(folder, 0o700) == 0 { made.append(folder) }
      }
      guard let stream = fopen(path + "/" + file, "w") else {
        Issue.record("\(file) cannot be written")
        return
      }
      made.append(path + "/" + file)
      fputs(text, stream)
      fclose(stream)
    }

    deinit { for path in made.reversed() { remove(path) } }
  }
}

/// Functions of the C library that its header declares only for C.
private enum Affinity {
  typealias Function = @convention(c) (pid_t, Int, UnsafeMutableRawPointer?) -> CInt

  static func function(_ name: String) -> Function? {
    dlsym(nil, name).map { unsafeBitCast($0, to: Function.self) }
  }
}
