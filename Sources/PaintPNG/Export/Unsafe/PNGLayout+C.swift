import CPNG

// Unsafe: a C array of fixed size is a tuple, which is written as memory.

extension PNGLayout {
  /// The layout for C.
  var forC: paint_png_layout {
    var layout = paint_png_layout()
    layout.color_type = colorType.rawValue
    layout.depth = UInt8(depth)
    layout.palette_count = UInt16(palette.count)
    unsafe withUnsafeMutableBytes(of: &layout.palette) { memory in
      for (index, color) in palette.prefix(Int(PAINT_PNG_PALETTE)).enumerated() {
        unsafe memory.storeBytes(of: color, toByteOffset: 4 * index, as: UInt32.self)
      }
    }
    return layout
  }
}

extension PNGWritingOptions.Compression {
  /// The level for C.
  var forC: paint_png_compression {
    switch self {
    case .fast: PAINT_PNG_FAST
    case .standard: PAINT_PNG_DEFAULT
    case .best: PAINT_PNG_BEST
    }
  }
}
