import SystemPackage

/// Whether tmux passes sequences that it does not know on to the terminal around it.
enum TmuxPassthrough {
  /// Its answer for this pane; true if it does not answer: up to version 3.2 there is no such option, and it passes all.
  static var isAllowed: Bool {
    guard !(Terminal.variable(.tmux) ?? "").isEmpty else { return true }
    return setting != "off"
  }

  private static var setting: String {
    guard let pipe = try? FileDescriptor.pipe() else { return "" }
    defer { try? pipe.readEnd.close() }
    let program = ChildProgram(
      words: [Array("sh".utf8), Array("-c".utf8), Array("exec tmux show-options -Apv allow-passthrough 2>&-".utf8)],
      output: pipe.writeEnd.rawValue)
    let signals = HeldSignals()
    _ = program.run(holding: signals)
    signals.release()
    try? pipe.writeEnd.close()
    var answer = [UInt8](repeating: 0, count: 64)
    let count = max(0, Descriptor.read(pipe.readEnd.rawValue, into: &answer, from: 0))
    return String(decoding: answer[..<count].prefix { $0 > 0x20 }, as: UTF8.self)
  }
}
