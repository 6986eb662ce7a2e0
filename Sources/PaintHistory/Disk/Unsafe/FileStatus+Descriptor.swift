internal import CDisk

// Unsafe: C writes into a variable.

extension FileStatus {
  /// Reads the status of an open descriptor; nil if it is closed.
  public init?(ofDescriptor descriptor: CInt) {
    var status = cfs_status()
    guard unsafe cfs_status_of_file(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }
}
