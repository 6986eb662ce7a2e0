@testable import PaintCLI

/// Reads a word given as text.
func read<Value>(
  _ text: String, _ parse: (Span<UInt8>) throws(Failure) -> Value
) throws(Failure) -> Value {
  let bytes = Array(text.utf8)
  return try parse(bytes.span)
}

/// The failure of reading the word, or nil if it is valid.
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

/// The line of a script, parsed.
func parsed(_ text: String) throws(Failure) -> ParsedLine {
  var line = ParsedLine()
  let bytes = Array(text.utf8)
  try ScriptLine.split(bytes.span, into: &line.words)
  var parser = LineParser()
  try parser.parse(&line)
  return line
}
