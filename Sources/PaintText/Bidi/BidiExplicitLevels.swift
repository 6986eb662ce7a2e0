/// Explicit levels from embeddings, overrides and isolates (UAX #9, X1 to X8).
struct BidiExplicitLevels {
  /// The level of each character.
  private(set) var levels: [UInt8]
  /// The class of each character, overrides applied.
  private(set) var classes: [BidiClass]
  private let base: UInt8
  private let isolateEnds: [Int]

  private struct Status {
    var level: UInt8
    var override: BidiClass?
    var isIsolate: Bool
  }

  init(classes: [BidiClass], base: UInt8, matches isolateEnds: [Int]) {
    self.classes = classes
    self.base = base
    self.isolateEnds = isolateEnds
    levels = [UInt8](repeating: base, count: classes.count)
  }

  mutating func resolve() {
    var stack = [Status(level: base, override: nil, isIsolate: false)]
    var overflowIsolates = 0
    var overflowEmbeddings = 0
    var validIsolates = 0
    for i in classes.indices {
      let top = stack[stack.count - 1]
      switch classes[i] {
      case .lre, .rle, .lro, .rlo:
        levels[i] = top.level
        let isLeft = classes[i] == .lre || classes[i] == .lro
        let level = Self.next(top.level, isLeft: isLeft)
        if level <= BidiParagraph.maximumDepth, overflowIsolates == 0, overflowEmbeddings == 0 {
          let override: BidiClass? = classes[i] == .lro ? .l : classes[i] == .rlo ? .r : nil
          stack.append(Status(level: level, override: override, isIsolate: false))
        } else if overflowIsolates == 0 {
          overflowEmbeddings += 1
        }
      case .lri, .rli, .fsi:
        levels[i] = top.level
        var isLeft = classes[i] == .lri
        if classes[i] == .fsi {
          isLeft = BidiParagraph.firstStrong(classes, in: i + 1..<isolateEnds[i], isolateEnds) != 1
        }
        if let override = top.override { classes[i] = override }
        let level = Self.next(top.level, isLeft: isLeft)
        if level <= BidiParagraph.maximumDepth, overflowIsolates == 0, overflowEmbeddings == 0 {
          validIsolates += 1
          stack.append(Status(level: level, override: nil, isIsolate: true))
        } else {
          overflowIsolates += 1
        }
      case .pdi:
        if overflowIsolates > 0 {
          overflowIsolates -= 1
        } else if validIsolates > 0 {
          overflowEmbeddings = 0
          while let last = stack.last, !last.isIsolate { stack.removeLast() }
          stack.removeLast()
          validIsolates -= 1
        }
        let top = stack[stack.count - 1]
        levels[i] = top.level
        if let override = top.override { classes[i] = override }
      case .pdf:
        levels[i] = top.level
        if overflowIsolates > 0 { break }
        if overflowEmbeddings > 0 {
          overflowEmbeddings -= 1
        } else if !top.isIsolate, stack.count > 1 {
          stack.removeLast()
        }
      case .b: levels[i] = base
      case .bn: levels[i] = top.level
      default:
        levels[i] = top.level
        if let override = top.override { classes[i] = override }
      }
    }
  }

  private static func next(_ level: UInt8, isLeft: Bool) -> UInt8 { isLeft ? (level + 2) & ~1 : (level + 1) | 1 }
}
