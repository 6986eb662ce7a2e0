/// The words of one command line as UTF-8 bytes, one after the other.
///
/// One value is reused for every line of a script, so that a long script allocates nothing here.
struct Words: Sendable {
  /// The bytes of all words, without anything between them.
  private(set) var bytes: [UInt8] = []
  /// The range of each word in `bytes`.
  private(set) var all: [Word] = []
  private var start = 0

  /// No words.
  init() {}

  /// Creates the words that a shell has split.
  init(_ words: [String]) {
    for word in words { append(word) }
  }

  /// The number of words.
  var count: Int { all.count }

  /// Removes all words; keeps the memory.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    all.removeAll(keepingCapacity: true)
    start = 0
  }

  /// Adds a whole word.
  mutating func append(_ word: String) {
    bytes.append(contentsOf: word.utf8)
    endWord()
  }

  /// Adds a whole word.
  mutating func append(_ word: [UInt8]) {
    bytes.append(contentsOf: word)
    endWord()
  }

  /// Adds a byte to the current word.
  @inline(__always) mutating func append(byte: UInt8) {
    bytes.append(byte)
  }

  /// Ends the current word, which can be empty.
  mutating func endWord() {
    all.append(Word(start, bytes.count))
    start = bytes.count
  }

  /// The word as text; invalid UTF-8 becomes U+FFFD.
  func text(_ word: Word) -> String { text(word.range) }

  /// The bytes of that range as text; invalid UTF-8 becomes U+FFFD.
  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}
