import CLibraries

/// How fontconfig has a style that a family lacks made of another one: bolder outlines, and a matrix such as that of
/// slanted ones.
struct FontSynthesis: Hashable {
  /// Whether the outlines are made bolder.
  var emboldens = false
  /// The matrix in 65,536ths, for points with y upwards: xx, xy, yx and yy.
  var matrix = [Int32](arrayLiteral: 1 << 16, 0, 0, 1 << 16)

  /// Whether there is a matrix.
  var hasMatrix: Bool { matrix != [1 << 16, 0, 0, 1 << 16] }

  init() {}

  init(_ synthesis: ctl_synthesis) {
    emboldens = synthesis.emboldens != 0
    matrix = [synthesis.xx, synthesis.xy, synthesis.yx, synthesis.yy]
  }

  var inC: ctl_synthesis {
    ctl_synthesis(emboldens: emboldens ? 1 : 0, xx: matrix[0], xy: matrix[1], yx: matrix[2], yy: matrix[3])
  }
}
