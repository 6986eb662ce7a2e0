import Glibc
import PaintHistory
import PaintTestSupport
import SystemPackage
import Testing

/// The seeds of `make fuzz`, and its previous findings; the program ends if a property does not hold.
@Suite("Fuzz seeds", .serialized)
struct SeedTests {
  private static let folder: FilePath = {
    var path = FilePath(#filePath)
    for _ in 0..<3 { path.removeLastComponent() }
    return path.appending("Fixtures").appending("fuzz")
  }()

  @Test("every target accepts its seeds", arguments: FuzzTarget.all.map(\.name))
  func seeds(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let folder = Self.folder.appending(name)
    let seeds = try SystemDisk().names(in: folder).map(\.string).sorted()
    #expect(!seeds.isEmpty)
    target.run([])
    for seed in seeds {
      let bytes = try SystemDisk().contents(of: folder.appending(seed))
      #expect(bytes.count <= target.longest, "\(name)/\(seed)")
      target.run(bytes)
    }
  }
}
