#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Unsafe: the system writes the size through a pointer.

/// The size of a terminal's window, as the system knows it.
package struct TerminalWindow: Equatable {
  /// Its columns; nil if they are not known.
  package private(set) var columns: Int?
  /// Its rows; nil if they are not known.
  package private(set) var rows: Int?
  /// The size of a cell, from that of the window in pixels; nil if it is not known.
  package private(set) var cell: CellSize?

  /// The window of a terminal that is open at a descriptor.
  package init(ofDescriptor descriptor: Int32) {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return }
    if size.ws_col > 0 { columns = Int(size.ws_col) }
    if size.ws_row > 0 { rows = Int(size.ws_row) }
    guard let columns, let rows, size.ws_xpixel > 0, size.ws_ypixel > 0 else { return }
    cell = CellSize(answered: Int(size.ws_xpixel) / columns, by: Int(size.ws_ypixel) / rows)
  }
}
