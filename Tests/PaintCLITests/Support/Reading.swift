@testable import PaintCLI

/// A small seeded generator (SplitMix64), the same numbers on every machine.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

/// Reads a word given as text.
func read<Value>(
  _ text: String, _ parse: (Span<UInt8>) throws(Failure) -> Value
) throws(Failure) -> Value {
  let bytes = Array(text.utf8)
  return try parse(bytes.span)
}

/// The failure that reading the word ends in, or nil if it is read.
func failure<Value>(
  _ text: String, _ parse: (Span<UInt8>) throws(Failure) -> Value
) -> Failure? {
  do {
    _ = try read(text, parse)
    return nil
  } catch {
    return error
  }
}

/// The number that the whole text is, or nil.
func number(_ text: String) -> Double? {
  let bytes = Array(text.utf8)
  return Number.value(bytes.span)
}

/// The whole number that the whole text is, or nil.
func whole(_ text: String) -> Int? {
  let bytes = Array(text.utf8)
  return Number.whole(bytes.span)
}

/// The longest number at the start of the text and where it ends.
func scannedNumber(_ text: String) -> (value: Double?, end: Int) {
  let bytes = Array(text.utf8)
  var index = 0
  let value = Number.scan(bytes.span, &index)
  return (value, index)
}
