/// The bytes of a source, one after the other.
final class ByteStream {
  private let source: PictureSource
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var place = 0
  private var end = 0
  /// The bytes before those of the buffer.
  private var before = 0
  private var isInHeader = true

  /// The most bytes of a header, with its comments; a whole buffer.
  static let headerLimit = 1 << 16

  init(_ source: PictureSource) { self.source = source }

  /// Ends the header, so that any number of bytes may follow.
  ///
  /// - Throws: `.limit` if it had more than `headerLimit` bytes, as soon as the others of these methods need more of them.
  func endHeader() throws(PictureError) {
    guard before + place <= Self.headerLimit else { throw .longPixmapHeader }
    isInHeader = false
  }

  /// The next byte; nil at the end.
  func next() throws(PictureError) -> UInt8? {
    guard try refill() else { return nil }
    place += 1
    return buffer[place - 1]
  }

  /// Fills all of an array; returns false if the bytes end before.
  func fill(_ bytes: inout [UInt8]) throws(PictureError) -> Bool {
    var done = 0
    while done < bytes.count {
      guard try refill() else { return false }
      let count = min(end - place, bytes.count - done)
      bytes.replaceSubrange(done..<done + count, with: buffer[place..<place + count])
      place += count
      done += count
    }
    return true
  }

  /// A number between blanks and comments; it ends with the single byte after it.
  ///
  /// - Parameter mayBeLast: it may also end with the file.
  func number(mayBeLast: Bool = false) throws(PictureError) -> Int {
    var number: Int?
    while let byte = try next() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digits = (number ?? 0) * 10 + Int(byte - UInt8(ascii: "0"))
        guard digits < 1 << 31 else { throw .format(message: "the picture has a number that is too large") }
        number = digits
      case UInt8(ascii: "#"):
        while let byte = try next(), byte != UInt8(ascii: "\n") {}
        if let number { return number }
      case 9...13, UInt8(ascii: " "): if let number { return number }
      default: throw .format(message: "the picture has something else where a number should be")
      }
    }
    guard mayBeLast, let number else {
      throw .truncated(readable: 0, rows: 0, message: "the picture ends within its header")
    }
    return number
  }

  /// A digit of a bitmap in text, 0 or 1; nil at the end.
  func digit() throws(PictureError) -> Int? {
    while let byte = try next() {
      switch byte {
      case UInt8(ascii: "0"): return 0
      case UInt8(ascii: "1"): return 1
      case UInt8(ascii: "#"): while let byte = try next(), byte != UInt8(ascii: "\n") {}
      case 9...13, UInt8(ascii: " "): continue
      default: throw .format(message: "the picture has something else where 0 or 1 should be")
      }
    }
    return nil
  }

  private func refill() throws(PictureError) -> Bool {
    if place < end { return true }
    before += end
    (place, end) = (0, 0)
    if isInHeader, before >= Self.headerLimit { throw .longPixmapHeader }
    end = try source.read(into: &buffer)
    return end > 0
  }
}
