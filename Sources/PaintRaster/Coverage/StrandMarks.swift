/// Which cells of a pixel row of a tile were changed: a bit for each, the lowest for the leftmost.
struct StrandMarks {
  /// Cells that a strand of the outline passes; it also changes the cell after each of them.
  var once: UInt32 = 0
  /// Cells that two or more strands pass.
  var twice: UInt32 = 0
}
