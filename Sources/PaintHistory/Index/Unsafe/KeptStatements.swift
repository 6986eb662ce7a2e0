// Unsafe: statements are found at fixed positions, for every query, without the checks of an array in a class.

/// Statements that are used often, by position.
@safe struct KeptStatements: ~Copyable {
  private let statements: UnsafeMutablePointer<Statement?>
  private let count: Int

  init(count: Int) {
    self.count = count
    unsafe statements = .allocate(capacity: count)
    unsafe statements.initialize(repeating: nil, count: count)
  }

  deinit {
    unsafe statements.deinitialize(count: count)
    unsafe statements.deallocate()
  }

  subscript(position: Int) -> Statement? {
    get {
      precondition(position >= 0 && position < count, "a slot is one of the table")
      return unsafe statements[position]
    }
    nonmutating set {
      precondition(position >= 0 && position < count, "a slot is one of the table")
      unsafe statements[position] = newValue
    }
  }

  /// Releases all statements.
  func removeAll() { unsafe statements.update(repeating: nil, count: count) }
}
