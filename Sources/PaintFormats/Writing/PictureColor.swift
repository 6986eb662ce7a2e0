import PaintPNG

/// The colour space, density and metadata that a written picture gets.
public struct PictureColor: Sendable {
  /// The chunks that a PNG gets.
  public let chunks: PNGColorChunks

  /// The colour space of a document's chunks.
  public init(_ chunks: PNGColorChunks = PNGColorChunks()) { self.chunks = chunks }
}
