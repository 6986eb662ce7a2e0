import Testing

@testable import PaintCLI

@Suite("HistoryGraph") struct HistoryGraphTests {
  /// The drawing of a tree, given as the parents in ascending order of numbers.
  private func drawing(_ parents: [(number: Int, above: Int?)]) -> [String] {
    var graph = HistoryGraph(parents)
    return parents.flatMap { entry in
      let row = graph.draw(entry.number, above: entry.above, mark: "o")
      return row.before + [row.line]
    }
  }

  @Test("a linear history is one column") func line() {
    #expect(drawing([(0, nil), (1, 0), (2, 1)]) == ["o", "o", "o"])
  }

  @Test("the last child continues its parent's column, the others begin columns next to it") func forks() {
    #expect(drawing([(0, nil), (1, 0), (2, 0), (3, 0)]) == ["o", "|\\", "| o", "|\\", "| o", "o"])
    #expect(drawing([(0, nil), (1, 0), (2, 0), (3, 1), (4, 2)]) == ["o", "|\\", "| o", "o |", "| o", "o"])
    #expect(
      drawing([(0, nil), (1, 0), (2, 1), (3, 0), (4, 1), (5, 0)])
        == ["o", "|\\", "| o", "| |\\", "| | o", "|-|\\", "| | o", "| o", "o"])
  }

  @Test("a revision whose parent is not listed begins below a gap") func gaps() {
    #expect(drawing([(5, nil), (7, nil), (9, 7)]) == ["o", "", "o", "o"])
    #expect(drawing([(5, nil), (7, nil), (8, 5)]) == ["o", "|", "| o", "o"])
  }

  @Test("revisions that are left out are one line, which is also the gap") func skipped() {
    func drawing(_ listed: [(number: Int, above: Int?)]) -> [String] {
      var graph = HistoryGraph(listed)
      var lines: [String] = []
      for (index, entry) in listed.enumerated() {
        if index == 1 { lines.append(graph.skip()) }
        let row = graph.draw(entry.number, above: entry.above, mark: "o")
        lines += row.before + [row.line]
      }
      return lines
    }
    #expect(drawing([(1, nil), (8, nil), (9, 8)]) == ["o", "…", "o", "o"])
    #expect(drawing([(1, nil), (8, nil), (9, nil)]) == ["o", "…", "o", "", "o"])
    // The next one, or a later one, may be a child of the first.
    #expect(drawing([(1, nil), (8, 1)]) == ["o", "| …", "o"])
    #expect(drawing([(1, nil), (7, nil), (8, 1)]) == ["o", "| …", "| o", "o"])
  }

  @Test("branches beyond the width are one column without a path") func wide() {
    let tree: [(number: Int, above: Int?)] = [(0, nil), (1, 0), (2, 0), (3, 0), (4, 2), (5, 1), (6, 2)]
    var graph = HistoryGraph(tree, width: 2)
    var withoutPath: [Int] = []
    let lines = tree.flatMap { entry in
      let row = graph.draw(entry.number, above: entry.above, mark: "o")
      if row.hidesParent { withoutPath.append(entry.number) }
      return row.before + [row.line]
    }
    #expect(lines == ["o", "|\\", "| o", "| | o", "o | …", "  | …", "o | …", "  o …", "…", "o"])
    #expect(withoutPath == [2, 4, 6])
  }

  @Test("the lines of a tree in which every revision waits for a child have a bounded length") func bounded() {
    let count = 20_000
    let tree: [(number: Int, above: Int?)] = (0..<count).map { number in
      (number, number == 0 ? nil : number % 2 == 0 ? 0 : number / 2)
    }
    var graph = HistoryGraph(tree)
    var bytes = 0
    var marks = 0
    for (number, above) in tree {
      let row = graph.draw(number, above: above, mark: "o")
      for line in row.before + [row.line, graph.continuation] { bytes += line.utf8.count }
      marks += row.line.count { $0 == "o" }
    }
    #expect(marks == count)
    #expect(bytes < count * 200)
  }

  @Test("in random trees each line has one mark, and a path leads up from each revision to its parent") func random() {
    let seed = UInt64.random(in: 0..<1_000_000)
    var random = Seeded(seed)
    for _ in 0..<200 {
      var parents: [(number: Int, above: Int?)] = [(0, nil)]
      for number in 1..<Int.random(in: 2...40, using: &random) {
        parents.append((number, Int.random(in: max(0, number - 9)..<number, using: &random)))
      }
      let lines = drawing(parents).map { Array($0) }
      var rows: [(line: Int, column: Int)] = []
      for (index, line) in lines.enumerated() {
        let marks = line.indices.filter { line[$0] == "o" }
        #expect(marks.count <= 1 && line.allSatisfy { " |\\/-o".contains($0) })
        if let mark = marks.first { rows.append((index, mark)) }
      }
      #expect(rows.count == parents.count, "seed \(seed)")
      for (number, above) in parents {
        guard let above else { continue }
        // Straight up, or along the diagonal in the line above and then straight up.
        var (line, column) = rows[number]
        func at(_ line: Int, _ column: Int) -> Character {
          lines[line].indices.contains(column) ? lines[line][column] : " "
        }
        if at(line - 1, column - 1) == "\\" || at(line - 1, column + 1) == "/", at(line - 1, column) != "|" {
          line -= 1
          column = rows[above].column
        }
        while line > rows[above].line + 1 {
          line -= 1
          #expect(at(line, column) == "|", "seed \(seed), \(number) to \(above)")
        }
        #expect(column == rows[above].column, "seed \(seed), \(number) to \(above)")
      }
    }
  }
}
