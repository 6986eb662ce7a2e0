/// The reason why a picture could not be read or written.
///
/// In each case `message` is for the user: a clause without a capital or a full stop, free of control characters.
public enum PNGError: Error, Hashable, Sendable {
  /// The system refused to read or write, or has not enough memory; `errno` is its reason.
  case io(errno: CInt, message: String)
  /// The data are damaged, or not a PNG at all.
  case format(message: String)
  /// The data end before the picture does.
  case truncated(message: String)
  /// The picture is valid as far as it was read, but larger than this program supports.
  case limit(message: String)
  /// The caller asked for something that PNG does not support.
  case parameter(message: String)

  /// The message of any case.
  public var message: String {
    switch self {
    case .io(_, let message), .format(let message), .truncated(let message), .limit(let message),
      .parameter(let message):
      message
    }
  }
}

/// The reason why reading that lends pixels to a closure stopped: an error of the picture or of the closure.
public enum PNGBandError<Body: Error>: Error {
  /// The rest of the picture could not be read.
  case png(PNGError)
  /// The closure threw this.
  case body(Body)
}

extension PNGBandError: Sendable where Body: Sendable {}
extension PNGBandError: Equatable where Body: Equatable {}
