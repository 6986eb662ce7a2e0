// Unsafe: threads write different elements of memory that they share, which an array does not allow.

/// The blocks of a row, each made by the thread that it is assigned to.
///
/// Unchecked because no two threads get the same block, and blocks are read when all are made.
@safe final class DenseBlocks: @unchecked Sendable {
  private let blocks: UnsafeMutablePointer<DenseBlock?>
  private let count: Int

  init(count: Int) {
    self.count = count
    unsafe blocks = .allocate(capacity: count)
    unsafe blocks.initialize(repeating: nil, count: count)
  }

  deinit {
    unsafe blocks.deinitialize(count: count)
    unsafe blocks.deallocate()
  }

  subscript(number: Int) -> DenseBlock? {
    get { unsafe blocks[checked(number)] }
    set { unsafe blocks[checked(number)] = newValue }
  }

  /// The number of a block, if there is such a block.
  private func checked(_ number: Int) -> Int {
    precondition(number >= 0 && number < count, "no block has that number")
    return number
  }
}
