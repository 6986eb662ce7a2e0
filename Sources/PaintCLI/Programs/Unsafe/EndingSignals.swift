internal import CProcess
import PaintHistory
import PaintRaster

// Unsafe: C takes the bytes of paths and texts.

/// Removes the temporary items of this process when a signal ends it.
///
/// The handlers are installed with the first temporary item or commit, so commands that only read never install any.
enum EndingSignals {
  /// Lets SIGQUIT end the process: Swift's runtime would print a crash report and continue.
  static func endAtQuit() { cti_end_at_quit() }

  /// Sets what Ctrl-C says on standard error before it ends the process: a text with its line ends, or nil.
  static func say(_ words: StaticString?) {
    guard let words, words.hasPointerRepresentation else { return cti_say_at_interrupt(nil) }
    unsafe UnsafeRawPointer(words.utf8Start).withMemoryRebound(to: CChar.self, capacity: words.utf8CodeUnitCount + 1) {
      unsafe cti_say_at_interrupt($0)
    }
  }

  /// From now on Ctrl-C is only noted, so that the work ends where it can be continued; the second one ends the process.
  static func noteInterrupts() { _ = cti_note_interrupts() }

  /// From now on Ctrl-C ends the process again.
  static func stopNotingInterrupts() { cti_defer_interrupts(0) }

  /// Whether Ctrl-C was noted.
  static var isInterrupted: Bool { cti_is_interrupted() != 0 }

  /// A descriptor that can be read once Ctrl-C was noted, to wait for it and for input together; -1 if it is not noted.
  ///
  /// It stays readable, so that an interrupt before the wait is not missed.
  static var interruption: Int32 { cti_interrupt_descriptor() }

  /// Lets a lack of memory end the process with code 74, wherever it shows.
  ///
  /// That is an allocation of pixels, one of Swift's library, which aborts, or one of a library of pictures, which reads
  /// from address 0. What was committed is kept.
  static func endAtShortage() {
    let words: StaticString = "paint: there is not enough memory; what was done before is kept\n"
    unsafe UnsafeRawPointer(words.utf8Start).withMemoryRebound(to: CChar.self, capacity: words.utf8CodeUnitCount + 1) {
      unsafe cti_end_at_shortage($0, ExitCode.ioFailed.rawValue)
    }
    PixelAllocation.setShortage { cti_end_without_memory() }
  }

  /// From now on a lack of memory is answered in JSON, too.
  static func answerShortageInJSON() {
    let answer: StaticString = """
      {"error":{"code":"read_failed","message":"there is not enough memory; what was done before is kept","hint":null},\
      "exit":74}

      """
    unsafe UnsafeRawPointer(answer.utf8Start).withMemoryRebound(to: CChar.self, capacity: answer.utf8CodeUnitCount + 1)
    {
      unsafe cti_answer_at_shortage($0)
    }
  }

  /// Ends the process as Ctrl-C does, so that a shell's loop ends too.
  static func endByInterrupt() { cti_end_by_interrupt() }

  /// The temporary items, for the library's disk.
  static let temporaryItems = TemporaryItems(
    willMake: { (path, syncsFirst) in unsafe path.withPlatformString { unsafe cti_will_make($0, syncsFirst ? 1 : 0) } },
    didForget: { (path) in unsafe path.withPlatformString { unsafe cti_forget($0) } },
    hold: { cti_hold() }, release: { cti_release() })
}
