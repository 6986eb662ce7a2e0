/// Why a picture could not be read or written.
///
/// Of each case, `message` is for the user: a clause without a capital or a full stop, free of control characters.
public enum PNGError: Error, Hashable, Sendable {
  /// The system refused to read or write; `errno` is its reason.
  case io(errno: CInt, message: String)
  /// The data are damaged, or no PNG at all.
  case format(message: String)
  /// The picture is sound as far as it was read, but larger than this program takes on, or than memory.
  case limit(message: String)
  /// The caller asked for what a PNG cannot be.
  case parameter(message: String)

  /// What went wrong, in words.
  public var message: String {
    switch self {
    case .io(_, let message), .format(let message), .limit(let message), .parameter(let message): message
    }
  }
}

/// Why a reading that lends pixels to a closure stopped: the picture's fault or the closure's.
public enum PNGBandError<Body: Error>: Error {
  /// The picture could not be read on.
  case png(PNGError)
  /// The closure threw this.
  case body(Body)
}

extension PNGBandError: Sendable where Body: Sendable {}
extension PNGBandError: Equatable where Body: Equatable {}
