import Testing

/// The output of scripts about the tiles in memory.
@Suite("Contract: the tile cache")
struct CacheTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.paint("new art.paint --size 200x150 --background white")
    try #require(made.code == 0, "\(made)")
  }

  @Test("a script's summary has the cache in words and in JSON, with the warm revisions")
  func summary() throws {
    let script = "stroke line 5,5 90,90\nstroke line 9,5 90,90\nundo\n"
    let words = try shell.paint("batch -", input: script)
    let line = try #require(words.lines.last)
    #expect(
      line.wholeMatch(of: /cache: \d+ tiles resident \([\d,]+ bytes\), 0 faults, 0 evicted, warm r0 to r2/) != nil,
      "\(words)")
    // A new script begins with an empty cache.
    let again = try shell.paint("batch - --json", input: "set --width 2\n").jsonLines
    #expect(again.last?["cache"]["resident"].int == 0 && again.last?["cache"]["warm"] == .null, "\(again)")
    let drawn = try shell.paint("batch - --json", input: "redo\nfilter invert\nundo\n").jsonLines
    let cache = try #require(drawn.last?["cache"])
    #expect(cache.keys == ["resident", "faults", "evicted", "bytes", "warm"])
    #expect(try shell.paint("batch - --quiet", input: script).output.isEmpty)
  }

  @Test("a status line in a script shows the cache, a status outside of scripts only in JSON")
  func status() throws {
    let script = "status\nstroke line 5,5 90,90\nstatus\nundo\nstatus\n"
    let lines = try shell.paint("batch -", input: script).lines.filter { $0.hasPrefix("cache: ") }
    #expect(lines.count == 4)
    #expect(lines[0] == "cache: 0 tiles resident (0 bytes), 0 faults, 0 evicted, warm r0")
    #expect(lines[1].hasSuffix("warm r0 to r1") && lines[2].hasSuffix("warm r0 to r1"), "\(lines)")
    let json = try shell.paint("batch - --json", input: script).jsonLines.filter { $0["settings"] != .null }
    #expect(json.map { $0["cache"]["warm"].elements.map(\.int) } == [[0, 0], [0, 2], [0, 2]], "\(json)")
    #expect(try !shell.paint("status").output.contains("cache"))
    let alone = try shell.paint("status --json").json["cache"]
    #expect(alone["resident"].int == 0 && alone["warm"] == .null)
  }

  @Test("a small bound evicts tiles, so that fewer revisions are warm; the help explains it")
  func bound() throws {
    let script = (0..<20).map { "stroke rect \($0),\($0) 190,140 --fill white --color red\n" }.joined()
    func warm(_ bound: String) throws -> JSON? {
      _ = try shell.paint("new art.paint --size 200x150 --replace")
      return try shell.paint("batch - --json", input: script, with: ["PAINT_CACHE": bound]).jsonLines.last?["cache"]
    }
    let (large, small) = (try #require(try warm("32M")), try #require(try warm("200K")))
    #expect(large["evicted"].int == 0 && large["warm"].elements.map(\.int) == [0, 20], "\(large)")
    #expect(small["evicted"].int ?? 0 > 0, "\(small)")
    #expect(small["warm"].elements.first?.int ?? 99 > 0, "\(small)")
    let help = try shell.paint("batch --help").output
    for word in ["PAINT_CACHE", "resident", "faults", "evicted", "warm"] { #expect(help.contains(word)) }
  }
}
