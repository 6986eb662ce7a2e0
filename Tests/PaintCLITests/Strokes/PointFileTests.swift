import SystemPackage
import Testing

@testable import PaintCLI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("PointFile") struct PointFileTests {
  @Test("reads one point per line, and skips blank lines and comments")
  func points() throws {
    let points = try read("1,2\r\n\n  # a comment\n\t50%,4,0.5 \n-1,-.5", hasPressure: true)
    #expect(points.map(\.x.pixels) == [1, 0, -1])
    #expect(points.map(\.y.pixels) == [2, 4, -0.5])
    #expect(points.map(\.pressure) == [nil, 0.5, nil])
  }

  @Test("an error has the line and the word", arguments: [("3;4", true), ("3,4,0.5", false)])
  func bad(word: String, hasPressure: Bool) throws {
    do throws(Failure) {
      _ = try read("1,2\n\(word)\n", hasPressure: hasPressure)
      Issue.record("it was read")
    } catch {
      #expect(error.message.contains(":2: '\(word)' is not a point"))
    }
  }

  @Test("a missing file is no_input")
  func missing() {
    do throws(Failure) {
      try PointFile.read("/nowhere/points.txt", hasPressure: true) { _ in }
      Issue.record("it was read")
    } catch {
      #expect(error.code == .noInput)
    }
  }

  private func read(_ text: String, hasPressure: Bool) throws(Failure) -> [PointArgument] {
    guard let pipe = try? Pipe() else { throw Failure(.defect, "no pipe") }
    pipe.write(text)
    pipe.closeWriting()
    var points: [PointArgument] = []
    // The reading end has a name in the file system, so that it is opened like a file.
    try PointFile.read(FilePath("/dev/fd/\(pipe.reading)"), hasPressure: hasPressure) { points.append($0) }
    return points
  }
}
