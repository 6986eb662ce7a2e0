import PaintRaster
import Testing

@testable import PaintCLI

@Suite("PathDataReader") struct PathDataReaderTests {
  @Test(
    "reads every command into absolute commands",
    arguments: [
      ("M1 2", "M1,2"), ("m1 2", "M1,2"), ("M1,2,3,4 5 6", "M1,2 L3,4 L5,6"), ("m1,2,3,4-5-6", "M1,2 L4,6 L-1,0"),
      ("M1 2L3 4l3 4H9h1v-1V7", "M1,2 L3,4 L6,8 L9,8 L10,8 L10,7 L10,7"), ("M0 0H1 2 3", "M0,0 L1,0 L2,0 L3,0"),
      ("M0 0h1 2 3z", "M0,0 L1,0 L3,0 L6,0 Z"), ("M1 1zl2 2", "M1,1 Z L3,3"), ("M1 1ZM2 2Z", "M1,1 Z M2,2 Z"),
      ("M9 9l1 1zm1 1", "M9,9 L10,10 Z M10,10"), ("m1.5.5-3.25e0+4", "M1.5,0.5 L-1.75,4.5"),
      ("M0 0C1 2 3 4 5 6", "M0,0 C1,2 3,4 5,6"), ("M1 1c1 2 3 4 5 6 1 1 2 2 3 3", "M1,1 C2,3 4,5 6,7 C7,8 8,9 9,10"),
      ("M0 0C1 2 3 4 5 6S9 9 10 10", "M0,0 C1,2 3,4 5,6 C7,8 9,9 10,10"),
      ("M0 0c1 2 3 4 5 6s4 3 5 4", "M0,0 C1,2 3,4 5,6 C7,8 9,9 10,10"), ("M5 5S6 6 7 7", "M5,5 C5,5 6,6 7,7"),
      ("M0 0Q1 1 2 0S6 6 7 7", "M0,0 Q1,1 2,0 C2,0 6,6 7,7"),
      ("M0 0Q1 1 2 0T4 0 6 0", "M0,0 Q1,1 2,0 Q3,-1 4,0 Q5,1 6,0"),
      ("M1 1q1 1 2 0t2 0", "M1,1 Q2,2 3,1 Q4,0 5,1"), ("M5 5T7 7", "M5,5 Q5,5 7,7"),
      ("M0 0C1 1 2 2 3 3T5 5", "M0,0 C1,1 2,2 3,3 Q3,3 5,5"),
      ("M0 0A5 6 30 0 1 10,0", "M0,0 A5,6 30 0 1 10,0"), ("M1 1a1 1 0 01.5.5", "M1,1 A1,1 0 0 1 1.5,1.5"),
      ("M0 0a1-2-30.5 1,0-1,1", "M0,0 A1,2 -30.5 1 0 -1,1"),
      ("M0 0a1 1 0 00 1 1 1 1 0 1 1 1 1", "M0,0 A1,1 0 0 0 1,1 A1,1 0 1 1 2,2"),
      ("M0 0a1 1 0 111 1", "M0,0 A1,1 0 1 1 1,1"), (" \t\r\n\u{0C}M 1\n2 ", "M1,2"), ("M1.,2.e1", "M1,20"),
      ("M-0 -.0e9", "M0,0"),
      ("M1e15-1E15", "M1000000000000000,-1000000000000000"), ("M.1 1e-9l.1 0", "M0.1,0 L0.2,0"), ("", ""), (" \n", ""),
    ])
  func good(data: String, expected: String) throws {
    #expect(PathDataText.text(try PathDataReader.read(Array(data.utf8))) == expected)
  }

  @Test(
    "an error has the position of the character",
    arguments: [
      ("L1 1", 1), ("1 1", 1), ("  z", 3), ("M", 2), ("M1", 3), ("M1,", 4), ("M,1 1", 2), ("M1,,2", 4), ("M1 2,", 6),
      ("M1 2,L3 3", 6), ("M1 2L", 6), ("M1 2 L 3", 9), ("M1 2L3,4,", 10), ("M1 2zz,", 7), ("M1 2z3 4", 6),
      ("M1 2X3 4", 5),
      ("M1 2e", 5), ("M1 2 3%", 7), ("M50% 2", 4), ("M1 --2", 4), ("M1 2..3", 8), ("M1 nan", 4), ("M1 inf", 4),
      ("M1 0x2", 5),
      ("M1 2C1 2 3 4 5", 15), ("M1 2C1 2 3 4 5 6 7", 19), ("M0 0A1 1 0 2 1 1 1", 12), ("M0 0A1 1 0 1", 13),
      ("M0 0A1 1 0 1 x", 14), ("M0 0A1 1 0 1 1.5", 17), ("M1e16 0", 2), ("M1e999 0", 2), ("M1 -1.1e15", 4),
      ("M1e15 0l1 0", 9), ("M0 0 L 1 1 é", 12), ("M0 0 é L 1 1 é", 6), ("M0 0\u{1b}", 5), ("M1 2;", 5),
      ("M9e14 0C9e14 0-9e14 0 9e14 0S0 0 0 0", 29),
    ])
  func bad(data: String, character: Int) throws {
    do {
      _ = try PathDataReader.read(Array(data.utf8))
      Issue.record("it was read")
    } catch {
      #expect(error.code == .badPath)
      #expect(error.exitCode == .usage)
      #expect(error.message.hasPrefix("path data, character \(character): "), "\(error.message)")
    }
  }

  @Test("invalid UTF-8 is rejected at every position")
  func noText() {
    for bytes in [[0x4d, 0x31, 0xff], [0xc3], [0x4d, 0x31, 0x20, 0x32, 0x80], [0x4d, 0]] as [[UInt8]] {
      #expect(throws: Failure.self) { _ = try PathDataReader.read(bytes) }
    }
  }

  @Test("written path data reads back unchanged")
  func roundTrip() throws {
    let seed: UInt64 = 12
    var random = Seeded(seed)
    for _ in 0..<3_000 {
      let data = randomPathData(&random)
      let path = try PathDataReader.read(Array(data.utf8))
      #expect(try PathDataReader.read(Array(PathDataText.text(path).utf8)) == path, "\(data), seed \(seed)")
    }
  }

  @Test("relative coordinates add up without rounding")
  func relative() throws {
    let path = try PathDataReader.read(Array(("M0 0" + String(repeating: "l.1-.3", count: 1_000)).utf8))
    #expect(path.elements.last == .line(Point(x: 100, y: -300)))
  }

  @Test("damaged data is either read or rejected, without a crash")
  func damaged() {
    let seed: UInt64 = 13
    var random = Seeded(seed)
    for _ in 0..<3_000 {
      var bytes = Array(randomPathData(&random).utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = "MzLacq0.,-+e%1 ".utf8.randomElement(using: &random) ?? 0
      }
      if let path = try? PathDataReader.read(bytes) {
        #expect((try? PathDataReader.read(Array(PathDataText.text(path).utf8))) == path, "\(bytes), seed \(seed)")
      }
    }
  }
}
