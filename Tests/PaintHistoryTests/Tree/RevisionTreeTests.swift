import PaintRaster
import PaintTestSupport
import Testing

@testable import PaintHistory

@Suite("RevisionTree")
struct RevisionTreeTests {
  /// An index that only contains a tree, and the parents as a simple list.
  private struct Forest {
    let index: Index
    var parents: [Int?] = [nil]

    init(_ count: Int, forks: Int, using generator: inout SeededGenerator) throws {
      let database = try Database(path: ":memory:", mode: .creating)
      index = Index(database)
      try database.execute(IndexSchema.sql + "BEGIN")
      try insert(0, RevisionNode(parent: nil, depth: 0, jump: 0))
      let tree = try RevisionTree(in: index)
      var current = 0
      for number in 1..<count {
        if Int.random(in: 0..<100, using: &generator) < forks {
          current = Bool.random(using: &generator) ? max(0, current - 7) : Int.random(in: 0..<number, using: &generator)
        }
        let node = try tree.newChild(of: current)
        parents.append(current)
        try insert(number, node)
        tree.remember(number, node)
        current = number
      }
    }

    private func insert(_ number: Int, _ node: RevisionNode) throws {
      try index.insertNode(number, node)
    }

    /// A revision and all its ancestors, newest first.
    func path(from revision: Int) -> [Int] {
      var path = [revision]
      while let parent = parents[path[path.count - 1]] { path.append(parent) }
      return path
    }
  }

  @Test("jumps find the same ancestors as a simple walk", arguments: [1, 2, 3, 4] as [UInt64], [0, 3, 30, 100])
  func agreesWithWalking(seed: UInt64, forks: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let forest = try Forest(600, forks: forks, using: &generator)
    let tree = try RevisionTree(in: forest.index)
    for _ in 0..<250 {
      let revision = Int.random(in: 0..<600, using: &generator)
      let bound = Int.random(in: -1..<620, using: &generator)
      let path = forest.path(from: revision)
      let below = try tree.ancestor(of: revision, atMost: bound)
      #expect(below == path.first { $0 <= bound }, "seed \(seed), r\(revision) at most \(bound)")
      let depth = Int.random(in: 0..<path.count + 2, using: &generator)
      let above = try tree.ancestor(of: revision, atDepth: depth)
      let expected = depth < path.count ? path[path.count - 1 - depth] : nil
      #expect(above == expected, "seed \(seed), r\(revision) at depth \(depth)")
    }
  }

  @Test("an ancestor is found in a few steps, however many revisions are in between", arguments: [0, 10])
  func isLogarithmic(forks: Int) throws {
    var generator = SeededGenerator(seed: 7)
    let count = 100_000
    let forest = try Forest(count, forks: forks, using: &generator)
    for bound in [0, 1, 17, 1_000, 33_333, 65_536, 99_000, 99_998] {
      var tree = try RevisionTree(in: forest.index)
      _ = try tree.ancestor(of: count - 1, atMost: bound)
      // 17 binary levels: Myers' bound is 3 steps per level, and usually half of that is needed.
      #expect(tree.known.count <= 51, "down to \(bound)")
      tree = try RevisionTree(in: forest.index)
      let depth = try tree.node(count - 1).depth
      _ = try tree.ancestor(of: count - 1, atDepth: min(bound, depth))
      #expect(tree.known.count <= 102, "up to depth \(bound)")
    }
  }

  @Test("an inconsistent tree is damage and does not cause an endless walk")
  func noticesLoops() throws {
    let database = try Database(path: ":memory:", mode: .creating)
    try database.execute(IndexSchema.sql)
    let index = Index(database)
    for (number, parent, depth, jump) in [(0, nil, 0, 0), (1, 2, 1, 2), (2, 1, 2, 1), (5, 4, 3, 4), (6, 6, 4, 6)] {
      try index.insertNode(number, RevisionNode(parent: parent, depth: depth, jump: jump))
    }
    for revision in [1, 2, 5, 6] {
      let tree = try RevisionTree(in: index)
      #expect(throws: HistoryError.self) { try tree.ancestor(of: revision, atMost: 0) }
      #expect(throws: HistoryError.self) { try tree.ancestor(of: revision, atDepth: 0) }
    }
  }
}

extension Index {
  /// Adds a revision of which only the position in the tree matters.
  fileprivate func insertNode(_ number: Int, _ node: RevisionNode) throws {
    try insert(try Revision(number: number, node), node: node, pack: 1, tiles: [])
  }
}

extension RevisionTree {
  /// The tree in an index that has no row for the document.
  fileprivate convenience init(in index: Index) throws {
    let revision = try Revision(number: 0, RevisionNode(parent: nil, depth: 0, jump: 0))
    let state = DocumentState(
      serial: 0, current: 0, tip: 0, nextRevision: 1, revisions: 1, nextPack: 1, syncedRevision: 0, liveBytes: 0,
      packBytes: 0, identity: "", settings: "", color: [])
    let packs = PackWriter(store: PackStore(folder: "/", disk: SystemDisk()), nextPack: 1, durably: false)
    let writer = RevisionWriter(index: index, packs: packs, workers: .one)
    self.init(Transaction(state: state, current: revision, writer: writer))
  }
}

extension Revision {
  /// A revision of which only the position in the tree matters.
  fileprivate init(number: Int, _ node: RevisionNode) throws {
    self.init(
      number: number, parent: node.parent, depth: node.depth, size: try #require(CanvasSize(width: 1, height: 1)),
      background: .white, base: 0, fingerprint: Fingerprint(high: 0, low: 0), time: 0, name: "", command: "", pixels: 0,
      bounds: .empty, tileCount: 0, bytes: 0)
  }
}
