struct BatchVerb {
  init(_ line: ParsedLine, console: Console) throws(Failure) {}
  func run() throws(Failure) -> ExitCode { .done }
}
