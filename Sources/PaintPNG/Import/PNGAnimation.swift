import PaintRaster

/// The frames of an animated PNG in memory, each as a PNG of its own (Portable Network Graphics, third edition).
///
/// The chunks that say how a frame is drawn, and those of its pixels, are checked. Pixels are not decoded.
public struct PNGAnimation: Sendable {
  /// What becomes of a frame before the next one is drawn.
  public enum Disposal: UInt8, Sendable {
    /// It stays.
    case keep
    /// Its box becomes transparent.
    case clear
    /// Its box becomes what it was before.
    case restore
  }

  /// One frame.
  public struct Frame: Sendable {
    /// Where it is drawn.
    public let box: PixelBox
    /// What becomes of it.
    public let disposal: Disposal
    /// Whether it is composited over what is there, and does not replace it.
    public let isOver: Bool
    /// The data of its pixels: ranges of the file.
    fileprivate var data: [Range<Int>] = []
  }

  /// The frames of the animation that are there.
  public private(set) var frames: [Frame] = []
  /// Whether the picture that programs without animations show is the first frame; otherwise it is no part of the animation.
  public private(set) var hasPictureAsFrame = false

  private let bytes: [UInt8]
  private let size: CanvasSize
  /// The data of the header, and the chunks that pixels need, before them.
  private var header: Range<Int> = 0..<0
  private var palette: [Range<Int>] = []
  private var hasPixels = false
  /// The number that the next chunk of the animation has.
  private var sequence: UInt32 = 0

  /// Finds the first frames of an animation.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - size: the size of its picture.
  ///   - limit: how many frames are looked for; those behind them need not be there.
  /// - Throws: `.truncated` if the file ends before they are complete, `.format` if they are damaged.
  /// - Complexity: O(bytes).
  public init(_ bytes: [UInt8], of size: CanvasSize, first limit: Int) throws(PNGError) {
    self.bytes = bytes
    self.size = size
    var place = PackFormat.signature.count
    scan: while true {
      guard bytes.count - place >= Self.chunkEnds, let length = count(at: place),
        length <= bytes.count - place - Self.chunkEnds
      else { throw .truncated(message: "the file ends before its \(nameOfFrame(cutAt: place, limit)) is complete") }
      let data = place + 8..<place + 8 + length
      let type = number(at: place + 4)
      switch type {
      case Chunk.header:
        header = data
      case Chunk.palette where !hasPixels, Chunk.transparency where !hasPixels:
        palette.append(place..<data.upperBound + 4)
      case Chunk.control:
        if frames.count == limit { break scan }
        try check(data, of: frames.count + 1)
        try addFrame(data)
        if !hasPixels { hasPictureAsFrame = true }
      case Chunk.pixels:
        hasPixels = true
        if hasPictureAsFrame, frames.count == 1 { frames[0].data.append(data) }
      case Chunk.framePixels:
        guard !frames.isEmpty, hasPixels else { throw .format(message: "pixels of a frame precede it") }
        try check(data, of: frames.count)
        guard length >= 4 else { throw .format(message: "a chunk of a frame is too short") }
        try takeSequence(data.lowerBound)
        frames[frames.count - 1].data.append(data.lowerBound + 4..<data.upperBound)
      case Chunk.end: break scan
      default: break
      }
      place = data.upperBound + 4
    }
    guard frames.count == limit else {
      throw .truncated(message: "the file has only \(frames.count) of the \(limit) frames that are needed")
    }
  }

  /// A frame as a PNG of its own, which has no other chunks than its pixels need.
  public func picture(of frame: Frame) -> [UInt8] {
    var picture = PackFormat.signature
    var ihdr = Array(bytes[header])
    for (index, side) in [frame.box.width, frame.box.height].enumerated() {
      for byte in 0..<4 { ihdr[index * 4 + byte] = UInt8(truncatingIfNeeded: side >> (24 - 8 * byte)) }
    }
    Self.append(Chunk.header, ihdr[...], to: &picture)
    for chunk in palette { picture += bytes[chunk] }
    for data in frame.data { Self.append(Chunk.pixels, bytes[data], to: &picture) }
    Self.append(Chunk.end, [], to: &picture)
    return picture
  }

  // MARK: Chunks

  private enum Chunk {
    static let header: UInt32 = 0x4948_4452  // IHDR
    static let palette: UInt32 = 0x504c_5445  // PLTE
    static let transparency: UInt32 = 0x7452_4e53  // tRNS
    static let animation: UInt32 = 0x6163_544c  // acTL
    static let control: UInt32 = 0x6663_544c  // fcTL
    static let pixels: UInt32 = 0x4944_4154  // IDAT
    static let framePixels: UInt32 = 0x6664_4154  // fdAT
    static let end: UInt32 = 0x4945_4e44  // IEND
  }

  /// The bytes of a chunk besides its data.
  private static let chunkEnds = 12

  /// Reads how a frame is drawn.
  private mutating func addFrame(_ data: Range<Int>) throws(PNGError) {
    let name = name(ofFrame: frames.count + 1)
    guard data.count == 26 else { throw .format(message: "the description of \(name) has a wrong length") }
    try takeSequence(data.lowerBound)
    let start = data.lowerBound
    guard let width = count(at: start + 4), let height = count(at: start + 8), let x = count(at: start + 12),
      let y = count(at: start + 16), width > 0, height > 0, x <= size.width - width, y <= size.height - height
    else { throw .format(message: "\(name) is not within the picture") }
    guard let disposal = Disposal(rawValue: bytes[start + 24]), bytes[start + 25] <= 1 else {
      throw .format(message: "\(name) is drawn in an unknown way")
    }
    let box = PixelBox(x: x, y: y, width: width, height: height)
    // There is nothing before the first frame.
    let isFirst = frames.isEmpty
    frames.append(
      Frame(box: box, disposal: isFirst && disposal == .restore ? .clear : disposal, isOver: bytes[start + 25] == 1))
  }

  /// Checks that no chunk of the animation is missing before this one.
  private mutating func takeSequence(_ place: Int) throws(PNGError) {
    guard number(at: place) == sequence else {
      throw .format(message: "a part of \(name(ofFrame: max(frames.count, 1))) is missing or at another place")
    }
    sequence += 1
  }

  /// The name of a frame of the animation, from 1, in messages: a picture that is no frame is counted, too.
  private func name(ofFrame number: Int) -> String {
    "frame \(hasPixels && !hasPictureAsFrame ? number + 1 : number)"
  }

  /// The name of the frame that a file lacks a part of if it ends within the chunk at `place`.
  private func nameOfFrame(cutAt place: Int, _ limit: Int) -> String {
    switch bytes.count - place < 8 ? 0 : number(at: place + 4) {
    case Chunk.pixels: "frame 1"
    case Chunk.framePixels: name(ofFrame: max(frames.count, 1))
    // What is there of the last one that is needed may be all of it.
    default: name(ofFrame: min(frames.count + 1, limit))
    }
  }

  /// Compares the checksum of a chunk of a frame of the animation.
  private func check(_ data: Range<Int>, of frame: Int) throws(PNGError) {
    guard PackFormat.crc(of: bytes[data.lowerBound - 4..<data.upperBound]) == number(at: data.upperBound) else {
      throw .format(message: "a chunk of \(name(ofFrame: frame)) has a wrong checksum")
    }
  }

  private static func append(_ type: UInt32, _ data: ArraySlice<UInt8>, to file: inout [UInt8]) {
    append(UInt32(truncatingIfNeeded: data.count), to: &file)
    let start = file.count
    append(type, to: &file)
    file += data
    append(PackFormat.crc(of: file[start...]), to: &file)
  }

  private static func append(_ number: UInt32, to file: inout [UInt8]) {
    for shift in [24, 16, 8, 0] { file.append(UInt8(truncatingIfNeeded: number >> UInt32(shift))) }
  }

  /// The big-endian number in the four bytes at `place`, which must exist.
  private func number(at place: Int) -> UInt32 { bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) } }

  /// The same number if PNG allows it, with 31 bits.
  private func count(at place: Int) -> Int? {
    let number = number(at: place)
    return number <= UInt32(Int32.max) ? Int(number) : nil
  }

  // MARK: The number of frames

  /// Counts the pictures by the chunks before the first pixels.
  struct Count {
    private var stated = 0
    private(set) var hasPictureAsFrame = false
    /// Why the animation counts as none, as clauses for the user.
    private(set) var warnings: [String] = []

    /// The pictures in the file.
    var frames: Int { stated == 0 ? 1 : hasPictureAsFrame ? stated : stated + 1 }

    /// Takes a chunk.
    ///
    /// - Parameter wrongChecksum: The data do not match their checksum.
    mutating func add(_ type: UInt32, _ data: [UInt8], wrongChecksum: Bool) {
      switch type {
      case Chunk.animation where wrongChecksum: drop("its checksum is wrong")
      case Chunk.animation where data.count != 8 || data[0] >= 0x80: drop("it is malformed")
      case Chunk.animation: stated = data[..<4].reduce(0) { $0 << 8 | Int($1) }
      case Chunk.control: hasPictureAsFrame = true
      default: break
      }
    }

    private mutating func drop(_ reason: String) {
      stated = 0
      warnings.append("the acTL chunk was dropped: \(reason)")
    }
  }
}
