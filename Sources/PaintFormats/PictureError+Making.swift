import PaintPNG

extension PictureError {
  /// The same error of a PNG.
  public init(_ error: PNGError) {
    switch error {
    case .io(let errno, let message): self = .io(errno: errno, message: message)
    case .format(let message): self = .format(message: message)
    case .truncated(let message): self = .truncated(readable: 0, rows: 0, message: message)
    case .limit(let message): self = .limit(message: message)
    case .parameter(let message): self = .parameter(message: message)
    }
  }

  /// Runs `body`, converting errors of a PNG.
  static func catching<R>(_ body: () throws(PNGError) -> R) throws(PictureError) -> R {
    do { return try body() } catch { throw PictureError(error) }
  }

  /// A read that failed.
  static func reading(errno: CInt) -> PictureError {
    .io(errno: errno, message: "reading failed: " + reason(errno))
  }

  /// A write that failed.
  static func writing(errno: CInt) -> PictureError {
    .io(errno: errno, message: "writing failed: " + reason(errno))
  }

  /// A page, counted from 0, that a picture does not have.
  static func missingPage(_ page: Int, of pages: Int, _ format: String) -> PictureError {
    let noun = PictureFormat.named(format)?.pageNoun ?? "page"
    let found = pages == 1 ? "1 \(noun)" : "\(pages) \(noun)s"
    return .missingPage(pages: pages, message: "the \(format) has \(found), so there is no \(noun) \(page + 1)")
  }
}
