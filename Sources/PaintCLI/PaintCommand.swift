/// The program as a library: everything that `paint` does.
public enum PaintCommand {
  /// Runs one command line (without the program's name) and returns the exit code.
  public static func run(_ words: [String]) -> Int32 { 0 }
}
