internal import CProcessor

/// Memory that was freed, but that the process still has.
public enum FreedMemory {
  /// Gives it back to the system, as far as it consists of whole pages.
  ///
  /// The memory allocator keeps freed memory for the thread that has allocated it. Where one thread frees a picture and
  /// others make the next one, the process would grow by a whole picture.
  ///
  /// - Complexity: O(free areas); some microseconds after many tiles were freed together.
  public static func returnToSystem() { processor_return_freed_memory() }
}
