/// The reason why a picture could not be read or written.
///
/// In each case `message` is for the user: a clause without a capital or a full stop, free of control characters.
public enum PictureError: Error, Hashable, Sendable {
  /// The system refused to read or write, or has not enough memory; `errno` is its reason.
  case io(errno: CInt, message: String)
  /// The data are damaged so that a lenient reader cannot read the picture either, or of a kind that is not supported.
  case format(message: String)
  /// Data of pixels are damaged, but the first `readable` of `rows` rows are complete, and a lenient reader takes them.
  ///
  /// It takes other rows that are there, or parts of them, too, so `readable` may be 0. An interlaced PNG of which only
  /// parts of rows are there is also damaged in this way if it ends early.
  case damaged(readable: Int, rows: Int, message: String)
  /// The file ends inside the picture, whose first `readable` of `rows` rows are there; of an interlaced GIF any so many.
  ///
  /// They are complete, except those of a progressive JPEG. If the file ends inside its header, or before the page
  /// that was asked for, both numbers are 0. A
  /// lenient reader takes the picture unless `readable` is 0.
  case truncated(readable: Int, rows: Int, message: String)
  /// The data are no picture of a known format.
  case unknownFormat(message: String)
  /// The picture is valid as far as it was read, but larger than this program supports.
  case limit(message: String)
  /// The picture needs more pixels in memory at once than `ReadingOptions.pixelLimit`.
  case pixelLimit(message: String)
  /// The caller asked for something that the format or the picture does not have.
  case parameter(message: String)
  /// The picture does not have the page that was asked for, only `pages` pages or frames.
  case missingPage(pages: Int, message: String)
  /// A system library is missing or too old: its name, and the Debian package that contains it.
  case missingLibrary(name: String, package: String, message: String)

  /// The message of any case.
  public var message: String {
    switch self {
    case .io(_, let message), .format(let message), .damaged(_, _, let message), .truncated(_, _, let message),
      .unknownFormat(let message), .limit(let message), .pixelLimit(let message), .parameter(let message),
      .missingPage(_, let message), .missingLibrary(_, _, let message):
      message
    }
  }

  /// Whether a lenient reader reads the picture nonetheless.
  public var isAcceptable: Bool {
    switch self {
    case .damaged: true
    case .truncated(let readable, _, _): readable > 0
    default: false
    }
  }
}

/// The reason why reading that lends pixels to a closure stopped: an error of the picture or of the closure.
public enum PictureBandError<Body: Error>: Error {
  /// The rest of the picture could not be read.
  case picture(PictureError)
  /// The closure threw this.
  case body(Body)
}

extension PictureBandError: Sendable where Body: Sendable {}
extension PictureBandError: Equatable where Body: Equatable {}
