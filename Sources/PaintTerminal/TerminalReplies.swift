/// What a terminal answered to `questions(isInMultiplexer:)`.
///
/// Everything else that was read with it is ignored: keys that were pressed, answers that are not valid.
package struct TerminalReplies: Equatable, Sendable {
  /// It knows kitty's graphics protocol.
  package var hasKitty = false
  /// It knows sixels: attribute 4 of its device attributes.
  package var hasSixel = false
  /// Its name and version (XTVERSION); empty if it does not tell.
  package var name = ""
  /// The size of its cells.
  package var cell: CellSize?
  /// Whether it answered the last question, so that nothing else will come.
  package var isComplete = false

  /// The questions: kitty's graphics (a pixel that is checked and not shown), name, size of a cell, and at last the device
  /// attributes, which practically every terminal answers.
  ///
  /// - Parameter isInMultiplexer: whether tmux or screen reads them: for tmux the first one would be a new title.
  package static func questions(isInMultiplexer: Bool) -> String {
    let kitty = "\u{1b}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1b}\\"
    return (isInMultiplexer ? "" : kitty) + "\u{1b}[>q\u{1b}[16t\u{1b}[c"
  }

  /// The most bytes that are read.
  package static let limit = 1 << 16

  /// The answers of a terminal that says nothing.
  package init() {}

  /// Reads the answers among bytes.
  ///
  /// - Complexity: O(bytes).
  package init(_ bytes: [UInt8]) {
    var index = 0
    while index < bytes.count, !isComplete {
      guard bytes[index] == 0x1b, index + 1 < bytes.count else {
        index += 1
        continue
      }
      switch bytes[index + 1] {
      case UInt8(ascii: "["): index = readSequence(bytes, from: index + 2)
      case UInt8(ascii: "_"), UInt8(ascii: "P"): index = readString(bytes, kind: bytes[index + 1], from: index + 2)
      default: index += 1
      }
    }
  }

  /// Reads `CSI … letter`; returns where to go on.
  private mutating func readSequence(_ bytes: [UInt8], from start: Int) -> Int {
    var end = start
    while end < bytes.count, (0x20...0x3f).contains(bytes[end]) { end += 1 }
    // Cut off, or something else: an escape may begin here.
    guard end < bytes.count, (0x40...0x7e).contains(bytes[end]) else { return end }
    let isPrivate = start < end && bytes[start] == UInt8(ascii: "?")
    let numbers = Self.numbers(bytes[(isPrivate ? start + 1 : start)..<end])
    switch (bytes[end], isPrivate) {
    case (UInt8(ascii: "c"), true):
      hasSixel = numbers.dropFirst().contains(4)
      isComplete = true
    case (UInt8(ascii: "t"), false):
      if numbers.count == 3, numbers[0] == 6 { cell = CellSize(answered: numbers[2], by: numbers[1]) ?? cell }
    default: break
    }
    return end + 1
  }

  /// Reads `APC … ST` or `DCS … ST`; returns where to go on.
  private mutating func readString(_ bytes: [UInt8], kind: UInt8, from start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] != 0x1b { end += 1 }
    guard end + 1 < bytes.count, bytes[end + 1] == UInt8(ascii: "\\") else { return end }
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    if kind == UInt8(ascii: "_") {
      if text == "Gi=31;OK" { hasKitty = true }
    } else if text.hasPrefix(">|") {
      name = String(text.dropFirst(2))
    }
    return end + 2
  }

  /// Numbers with semicolons between them; an empty list if there is anything else.
  private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int] {
    var numbers: [Int] = []
    for part in bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
      guard part.count < 7, part.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
        return []
      }
      numbers.append(part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
    }
    return numbers
  }
}
