import PaintFilters
import Testing

@testable import PaintCLI

/// `paint completion bash`: the completions of bash after some words.
@Suite("Contract: completion")
struct CompletionTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  private func offers(_ line: String) throws -> [String] {
    let script = """
      source <(paint completion bash)
      COMP_WORDS=(\(line)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _paint; printf '%s\\n' "${COMPREPLY[@]}"
      """
    try shell.write("ask.sh", script)
    let outcome = try shell.sh("bash ask.sh")
    #expect(outcome.code == 0 && outcome.errors == "", "\(outcome)")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  @Test("exactly the commands, brushes, filters and their options are completed")
  func offers() throws {
    #expect(try offers("paint hist") == ["history"])
    #expect(try offers("paint -d x.paint cro") == ["crop"])
    #expect(try offers("paint stroke pe") == ["pencil"])
    #expect(try offers("paint stroke rect 1,1,5x5 --ra") == ["--radius"])
    #expect(try offers("paint filter vig") == ["vignette"])
    #expect(try offers("paint filter blur --ra") == ["--radius"])
    #expect(try offers("paint flip ver") == ["vertical", "--version"] || offers("paint flip ver") == ["vertical"])
    #expect(try offers("paint undo --co") == [])
  }

  @Test("the script contains every command and every filter")
  func isWhole() throws {
    let script = try shell.paint("completion bash").output
    for spec in CommandTable.all { #expect(script.contains("\(spec.name)) names=") || spec.id == .filter) }
    for description in FilterCatalog.descriptions { #expect(script.contains(description.name)) }
    #expect(try shell.paint("completion fish").code == 64)
  }
}
