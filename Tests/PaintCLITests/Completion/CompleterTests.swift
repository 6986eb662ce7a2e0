import PaintFilters
import Testing

@testable import PaintCLI

@Suite("Completion of a line")
struct CompleterTests {
  /// A document with a hostile history, and fonts with hostile names.
  private static let sources = CompletionSources(
    places: { line, digits in
      if line.text(.document) == "none.paint" { return nil }
      let all = [
        CompletionSources.Place(number: 12, name: "Fill rect"),
        CompletionSources.Place(number: 1, name: "$(touch x)\u{1b}]0;title\u{7}\nline\ttab"),
      ]
      return CompletionSources.Places(
        start: 0, current: 12, latest: 14, fingerprint: "00112233445566778899aabbccddeeff",
        revisions: all.filter { digits.isEmpty || "\($0.number)".hasPrefix(digits) },
        branches: [("draft", 12), ("a$(id);*'\"", 1), ("two words", 1), ("-d", 1), ("esc\u{1b}", 1)],
        names: ["Tree", "latest", "10m", "a..b", "esc\u{1b}[31m"])
    },
    fonts: { ["DejaVu Sans", "evil\u{1b}[31m", "new\nline", "quo'te\"$(x)", "tab\t"] })

  /// The answer for a line in which `|` is the cursor; words are between single blanks, `_` is a blank.
  private func answer(_ line: String) -> CompletionAnswer {
    let sides = line.split(separator: "|", omittingEmptySubsequences: false)
    func words(_ text: Substring) -> [[UInt8]] {
      text.split(separator: " ", omittingEmptySubsequences: false).map {
        Array(String($0).replacing("_", with: " ").utf8)
      }
    }
    var before = words(sides[0])
    let word = before.removeLast()
    let after = words(sides[1]).dropFirst().filter { !$0.isEmpty }
    return Completer.answer(
      at: CompletionPlace(before: before, word: word, after: Array(after)), from: Self.sources)
  }

  private func texts(_ line: String) -> [String] { answer(line).candidates.map(\.text) }

  @Test(
    "some words are offered, and others are not",
    arguments: [
      ("|", "new stroke filter help completion", "pencil gaussian-blur --color"),
      ("h|", "history help", "pencil"), ("-|", "--document --json --help", "--color new"),
      ("-d x.paint |", "crop stroke", "--document"), ("help |", "crop stroke history exit-codes", "help pencil"),
      ("help colors |", "", "crop json"), ("help stroke |", "pencil", "crop json"), ("view |", "start draft", ""),
      ("--help |", "crop stroke", "help exit-codes"), ("stroke |", "pencil eraser", "crop help"),
      ("stroke --width 3 |", "pencil", "crop"), ("stroke line |", "center top-left --color --name --json", "--to"),
      ("stroke line 1,1 2,2 |", "--color --no-snap --snap", "center"), ("stroke line 1,1 -|", "--color", "center"),
      ("stroke line --color red -|", "--width --arrow", "--color"),
      ("stroke line -| --color red", "--width", "--color"), ("stroke line --no-snap -|", "--width", "--snap --no-snap"),
      ("stroke line --color |", "red none rebeccapurple", "--width center"),
      ("stroke line --color re|", "red", "--width"), ("stroke line --color -|", "red", "--width"),
      ("stroke line --color| red", "--color --width", ""), ("stroke line --color --|", "", "--width red"),
      ("stroke line --color linear-gradient(|", "red to in", "linear-gradient( circle"),
      ("stroke line --color linear-gradient(re|", "red", "pattern("),
      ("stroke line --color linear-gradient(red,_|", "red", "to"),
      ("stroke line --color linear-gradient(to_left_|", "in top", "red oklab left"),
      ("stroke line --color=radial-gradient(circle_at_|", "center left", "red in"),
      ("stroke line --color Linear-Gradient(in_|", "srgb oklab srgb-linear", "red"),
      ("stroke line --color linear-gradient(rgb(1,_|", "", "red in"),
      ("stroke line --color linear-gradient(red,blue)|", "", "red in"),
      ("stroke line --color linear-gradient(45deg,_red_10%,_|", "red", "to"),
      ("stroke line --color conic-gradient(|", "from at in red", "to"),
      ("stroke line --color pattern(|", "", "red pattern("), ("stroke line --color=|", "red none", "--width"),
      ("stroke line --blend |", "multiply erase", "red"),
      ("stroke line --dash |", "none center --color", ""), ("stroke line -- |", "center", "--color"),
      ("stroke line -- -|", "", "--color"), ("stroke eraser --to |", "none start draft r12", ""),
      ("restore --at |", "start current latest draft r12 r1", "none 12 --json"),
      ("restore --at 1|", "12 1 start", "r12"), ("restore --at r12|", "r12", "r1 12"),
      ("timelapse --from |", "start", "center"), ("goto |", "start draft a$(id);*'\" r12 r1", "--json -d Tree"),
      ("goto T|", "Tree latest r12", "10m a..b"), ("pick 1,1 --at T|", "Tree", "10m"), ("goto 1|", "1 12", "Tree"),
      ("export x%d.png --each draft..T|", "Tree latest", "a..b"),
      ("-d none.paint goto |", "start current latest", "draft r12"),
      ("goto | -d none.paint", "start current latest", "draft r12"), ("goto 1 |", "--dry-run", "start"),
      ("branch |", "draft", "start --move"), ("branch draft |", "r12 start", ""), ("forget --branch |", "draft", "r12"),
      ("export --each |", "start..current", ""), ("export --each r1..|", "current draft r12", "start..current"),
      ("undo --expect |", "r12 00112233445566778899aabbccddeeff", "r1"), ("place a.png --at |", "center", "start"),
      ("place a.png --anchor |", "center", "baseline-left"), ("text --anchor |", "center baseline-left", ""),
      ("text 1,1 a --font |", "DejaVu_Sans quo'te\"$(x)", "center"), ("text 1,1 a |", "--font", "center"),
      ("filter |", "gaussian-blur --region", "--radius +"), ("filter bl|", "gaussian-blur blur", "+"),
      ("filter blur |", "--radius + --region", "gaussian-blur"), ("filter blur --|", "--radius --region", "+"),
      ("filter blur --radius |", "", "--radius + --region"), ("filter blur --radius 3 |", "+ --region", "--radius"),
      ("filter blur --radius=3 |", "+", "--radius"), ("filter blur --radius 3 + |", "vignette", "--radius"),
      ("filter blur + vignette -|", "--radius", ""), ("filter nonsense |", "+", "--radius"),
      ("filter color-monochrome --color |", "red", "--color"), ("filter color-monochrome --color=r|", "red", ""),
      ("filter blur --region |", "", "--radius +"), ("flip |", "horizontal vertical", "--json"),
      ("flip vertical |", "--json --name", "horizontal"), ("clear |", "gold none", ""), ("replace red |", "gold", ""),
      ("completion |", "bash zsh fish", "words"), ("nonsense |", "crop", ""), ("status --nonsense |", "--disk", ""),
      ("crop --name --x |", "--json", ""), ("export a.png --format |", "png jpeg avif", "gif heif"),
      ("diff |", "start draft", ""), ("-q|", "--json", ""), ("undo -qd none.paint |", "--expect", "--quiet --document"),
    ])
  func offers(line: String, present: String, absent: String) {
    let texts = texts(line)
    for word in present.split(separator: " ") {
      #expect(texts.contains(String(word).replacing("_", with: " ")), "\(line): no \(word) in \(texts)")
    }
    for word in absent.split(separator: " ") { #expect(!texts.contains(String(word)), "\(line): \(word)") }
    #expect(Set(texts).count == texts.count, "\(line): \(texts)")
  }

  @Test(
    "files are offered where files belong, after the part of the word that stays",
    arguments: [
      ("-d |", "folders", ""), ("-d=x|", "folders", "-d="), ("-dx|", "folders", "-d"), ("-qdx|", "folders", "-qd"),
      ("--document=x|", "folders", "--document="), ("new |", "folders", ""), ("batch |", "files", ""),
      ("stroke pencil --points-from |", "files", ""), ("history --files |", "folders", ""),
      ("run -- |", "programs", ""),
      ("run -- sed |", "files", ""), ("status |", "words", ""), ("stroke line --color=|", "words", "--color="),
      ("export --each r1..|", "words", "r1.."), ("export --each=r1..|", "words", "--each=r1.."),
      ("filter blur --radius=|", "words", "--radius="), ("goto |", "words", ""),
    ])
  func files(line: String, directive: String, kept: String) {
    #expect(answer(line).directive == directive)
    #expect(answer(line).kept == Array(kept.utf8))
  }

  @Test(
    "picture files are offered by their endings",
    arguments: ["place |", "import |", "export |", "info a.png |", "diff |", "new x --from |", "batch s --out |"])
  func pictures(line: String) {
    let words = answer(line).directive.split(separator: " ")
    #expect(words.first == "files" && words.contains("png") && words.contains("jpg") && words.contains("heic"))
  }

  @Test("names with control characters are not offered, and descriptions have none")
  func hostile() {
    #expect(texts("text --font |") == ["DejaVu Sans", "quo'te\"$(x)"])
    #expect(texts("branch |") == ["draft", "a$(id);*'\""])
    for line in ["goto |", "text --font |", "branch |", "diff |", "|"] {
      let answer = answer(line)
      let lines = String(decoding: CompletionQuestion.lines(answer), as: UTF8.self)
      let count = answer.candidates.count + 2
      #expect(lines.split(separator: "\n", omittingEmptySubsequences: false).count == count + 1)
      #expect(!lines.unicodeScalars.contains { Failure.isControl($0) && $0 != "\n" && $0 != "\t" })
    }
  }

  @Test(
    "each word that does not come from a document or the machine can be read in its place",
    arguments: CommandID.allCases)
  func areValid(id: CommandID) {
    let spec = CommandTable.spec(id)
    for option in OptionID.allCases where spec.takes(option) && OptionSpec.spec(option).valueName != nil {
      guard let form = ValueForm.form(of: option, named: spec.optionValues[option]) else {
        Issue.record("\(option) has no form")
        continue
      }
      for word in texts("\(spec.title) --\(OptionSpec.spec(option).name)=|") {
        if case .words = form.completion { #expect(failure(word, form.read) == nil, "\(option) \(word)") }
        if form.completion == .color || form.completion == .point || form.completion == .revisionOrNone
          || form.completion == .revisions
        {
          #expect(failure(word, form.read) == nil, "\(option) \(word)")
        }
      }
    }
    for word in texts("\(spec.title) -|") {
      let option = OptionTable.match(String(word.dropFirst(2)))
      #expect(option.map { spec.takes($0.id) } ?? false, "\(word)")
      // The parser knows the option; the rest of the line may be incomplete.
      let value = option.flatMap { OptionSpec.spec($0.id).takesValue ? " 1" : "" } ?? ""
      do throws(Failure) {
        _ = try parsed("\(spec.title) \(word)\(value)")
      } catch {
        #expect(error.code != .unknownOption && error.code != .missingValue, "\(spec.title) \(word): \(error)")
      }
    }
  }

  @Test("each parameter of each filter is offered, and the parser of filters takes it")
  func filters() throws {
    let context = try #require(LineContext.small)
    for description in FilterCatalog.descriptions {
      #expect(texts("filter |").contains(description.name))
      let offered = texts("filter \(description.name) --|")
      for parameter in description.parameters {
        #expect(offered.contains("--\(parameter.name)"))
        let line = try parsed(
          "filter \(description.name) --\(parameter.name)\(parameter.canonical(parameter.defaultValue))")
        #expect(throws: Never.self) { try FilterWords.read(line, canvas: context.canvas) }
        #expect(!texts("filter \(description.name) --\(parameter.name)=1 --|").contains("--\(parameter.name)"))
      }
    }
  }

  @Test("if the forms of an option differ between commands, each command's value has the name of one")
  func forms() {
    for option in OptionTable.all {
      let forms = ValueForm.all.filter { $0.options.contains(option.id) }
      guard Set(forms.map { "\($0.completion)" }).count > 1 else { continue }
      for spec in CommandTable.all where spec.takes(option.id) {
        let name = spec.optionValues[option.id] ?? option.valueName
        #expect(forms.filter { $0.valueName == name }.count == 1 || forms.filter { $0.valueName == nil }.count == 1)
      }
    }
  }

  @Test("numbers that begin with digits are found without reading all revisions")
  func numbers() {
    #expect(CompletionSources.numbers(beginningWith: "1", upTo: 12) == [1, 10, 11, 12])
    #expect(
      CompletionSources.numbers(beginningWith: "12", upTo: 1_209) == [12] + Array(120...129) + Array(1_200...1_209))
    #expect(CompletionSources.numbers(beginningWith: "0", upTo: 12) == [0])
    #expect(CompletionSources.numbers(beginningWith: "01", upTo: 12) == [])
    #expect(CompletionSources.numbers(beginningWith: "13", upTo: 12) == [])
    #expect(CompletionSources.numbers(beginningWith: "99999999999999999999", upTo: 12) == [])
    for digits in ["1", "7", "42"] {
      let numbers = CompletionSources.numbers(beginningWith: digits, upTo: 5_000)
      #expect(numbers.elementsEqual((0...5_000).filter { "\($0)".hasPrefix(digits) }.prefix(numbers.count)))
      #expect(numbers.count >= CompletionSources.limit)
    }
    #expect(CompletionSources.numbers(beginningWith: "1", upTo: 1 << 47).count < 1_000)
  }
}
