import PaintHistory
import PaintTestSupport
import SystemPackage
import Testing

@Suite("CountingDisk")
struct CountingDiskTests {
  @Test("calls and bytes are counted by kind and by path")
  func counts() throws {
    let folder = try TemporaryFolder()
    let disk = CountingDisk()
    try disk.createDirectory(folder.appending("packs"))
    for (name, length) in [("packs/1.png", 10), ("packs/2.png", 20), ("index", 5)] {
      let file = try disk.open(folder.appending(name), .createNew)
      try disk.write(file, [UInt8](repeating: 0, count: length))
      try disk.close(file)
    }
    _ = try disk.contents(of: folder.appending("packs/2.png"))
    #expect(disk.count(.write) == 3)
    #expect(disk.count(.write, matching: "packs/*.png") == 2)
    #expect(disk.bytes(.write) == 35)
    #expect(disk.bytes(.write, matching: "packs/*.png") == 30)
    #expect(disk.bytes(.read) == 20)
    #expect(disk.count(matching: "index") == 3)
    #expect(disk.calls.first == DiskCall(.createDirectory, folder.appending("packs")))
    disk.reset()
    #expect(disk.count() == 0)
  }

  @Test("failed calls are counted too")
  func countsFailures() throws {
    let disk = CountingDisk(wrapping: FailingDisk(.fail(1, .noSpace)))
    #expect(throws: DiskError.self) { try disk.createDirectory("/nowhere/at/all") }
    #expect(disk.count(.createDirectory) == 1)
  }
}
