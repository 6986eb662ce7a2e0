import PaintEditing
import PaintHistory
import PaintRaster
import SystemPackage
import Testing

/// Texts of a received document that no command writes: `check` reports what the other commands refuse.
///
/// The documents are whole but for these: they are made with the library, which does not know the texts' words.
@Suite("Contract: received texts")
struct ReceivedTextsTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.sh("paint new art.paint --size 40x30 -q && paint stroke pencil 5,5 9,9 -q")
    try #require(made.code == 0, "\(made)")
  }

  private func change(_ body: (Document) throws -> Void) throws {
    let history = try History(at: FilePath(shell.path("art.paint")), for: .editing)
    try history.beginEditing()
    try body(Document(history))
    try history.endEditing()
  }

  /// What `check` finds must be one problem of this kind, and damage as it is for a script.
  private func expectProblem(_ code: String, at revision: Int? = nil, saying words: String) throws {
    #expect(try shell.paint("history --script").code == 65)
    let checked = try shell.paint("check --json")
    #expect(checked.code == 65, "\(checked)")
    let problems = try checked.json["problems"].elements
    #expect(problems.map { $0["code"].text } == [code] && problems[0]["revision"].int == revision, "\(checked)")
    #expect(problems.first?["message"].text?.contains(words) == true, "\(checked)")
    #expect(!checked.output.unicodeScalars.contains { ["\u{1b}", "\u{202e}"].contains($0) }, "\(checked)")
    // Also after the index is rebuilt from the packs.
    let repaired = try shell.sh("rm art.paint/index.sqlite*; paint check --repair --json")
    #expect(try repaired.code == 65 && repaired.json["left"].int == 1, "\(repaired)")
    #expect(try shell.paint("check").code == 65)
  }

  @Test("a command that is none", arguments: ["", "new --size 5x5", "new --from x.png", "undo"])
  func commands(command: String) throws {
    try change { document in
      let label = EditLabel(name: "Clear", command: command)
      _ = try document.perform(ClearEdit(to: Pixel(red: 9, green: 9, blue: 9)), label)
    }
    try expectProblem("command_damaged", at: 2, saying: "the command of r2")
  }

  @Test("an author that no command gives, and words as typed that are none of the command")
  func origins() throws {
    let command = "clear 090909ff"
    try change { document in
      let label = EditLabel(name: "Clear", author: "a\0b", command: command)
      _ = try document.perform(ClearEdit(to: Pixel(red: 9, green: 9, blue: 9)), label)
    }
    try expectProblem("command_damaged", at: 2, saying: "the author of r2")
    #expect(try shell.sh("paint undo -q && paint stroke pencil 3,3 -q && paint gc -q").code == 0)
    #expect(try shell.sh("paint goto latest -q && paint forget --before latest -q").code == 0)
    #expect(try shell.paint("check").code == 0)
    try change { document in
      let label = EditLabel(name: "Clear", author: "A", command: command, typed: "fill 1,1")
      _ = try document.perform(ClearEdit(to: Pixel(red: 9, green: 9, blue: 9)), label)
    }
    try expectProblem("command_damaged", at: 4, saying: "the words of r4 as they were typed")
  }

  @Test("names that no command gives", arguments: ["", "a\0b"])
  func names(name: String) throws {
    try change { try $0.history.rename(1, to: name) }
    try expectProblem("command_damaged", at: 1, saying: "the name of r1")
  }

  @Test("names of groups that no command gives", arguments: ["", "a\0b"])
  func groups(name: String) throws {
    _ = try shell.paint("group 1 Both")
    try change { try $0.history.renameGroup(1, to: name) }
    try expectProblem("name_damaged", saying: "the name of the group of r1")
  }

  @Test(
    "names of branches that no command gives; only by such a name can it be removed",
    arguments: [
      "a\u{1b}[31mb", "a\u{202e}b", "a b", "-x", "start", "r1", "a..b", "a.png", String(repeating: "a", count: 256),
    ])
  func branches(name: String) throws {
    try change { try $0.history.setBranch(name, to: 1) }
    try expectProblem("name_damaged", saying: "the branch of r1 has the name")
    #expect(try shell.paint(["branch", "--", name, "r0"]).code == 64)
    #expect(try shell.paint(["branch", "--delete", "--", name]).code == 0)
    #expect(try shell.paint("check").code == 0)
    #expect(try shell.paint("history --script").code == 0)
    let again = try shell.paint(["branch", "--delete", "--", name])
    #expect(again.code == 64 && again.errors.contains("cannot name a branch"), "\(again)")
  }

  @Test("texts that commands write are no problem, whatever they contain")
  func good() throws {
    let drawn = try shell.paint(["stroke", "pencil", "1,1", "--name", "\u{1b}\u{202e}\n"])
    #expect(drawn.code == 0, "\(drawn)")
    let named = try shell.paint(["name", "start", " "])
    #expect(named.code == 0, "\(named)")
    #expect(try shell.sh("paint group 2 -- '-\u{1b}' && paint branch ü/x && paint set --width 3").code == 0)
    #expect(try shell.sh("paint check && paint history --script").code == 0)
    // The first revision that is kept may have any command.
    let forgotten = try shell.sh("paint forget --before 1 -q; paint check && paint history --script --files pictures")
    #expect(forgotten.code == 0, "\(forgotten)")
  }

  @Test(
    "settings that commands ignore are a problem, and a repair removes them",
    arguments: ["--color 'pattern(/etc/x.png)'", "--font x.otf", "--nosuch", "--width"])
  func settings(text: String) throws {
    try change { $0.history.setSettings(text) }
    #expect(try shell.paint("status").errors.contains("are ignored"))
    let before = try shell.files()
    let checked = try shell.paint("check --json")
    #expect(checked.code == 65, "\(checked)")
    #expect(try checked.json["problems"].elements.map { $0["code"].text } == ["settings_damaged"], "\(checked)")
    #expect(try shell.files() == before)
    let repaired = try shell.paint("check --repair")
    #expect(repaired.code == 0 && repaired.output.contains("repaired: 1 problem"), "\(repaired)")
    #expect(repaired.output.contains("the damaged settings of paint set were removed"), "\(repaired)")
    #expect(try shell.paint("check").code == 0)
    let status = try shell.paint("status")
    #expect(status.code == 0 && status.errors == "", "\(status)")
    #expect(try shell.paint("set").output.hasPrefix("no settings"))
    #expect(try shell.paint("history --json --all").json.elements.count == 2)
    // Good settings stay.
    _ = try shell.paint("set --width 3")
    #expect(try shell.paint("check --repair").output.contains("nothing to repair"))
    #expect(try shell.paint("set").output == "--width 3\n")
  }

  @Test("settings that commands ignore are removed together with everything else that is repaired")
  func settingsAndOthers() throws {
    try change { $0.history.setSettings("--font x.otf") }
    let pack = "art.paint/packs/0000000002.png"
    try shell.write(pack, try #require(shell.contents(pack)).dropLast(20))
    _ = try shell.sh("cp \(pack) art.paint/packs/letter.txt")
    let checked = try shell.paint("check --json").json["problems"].elements.map { $0["code"].text }
    #expect(checked.contains("settings_damaged") && checked.count > 1, "\(checked)")
    let repaired = try shell.paint("check --repair")
    #expect(repaired.code == 0, "\(repaired)")
    #expect(try shell.paint("check").code == 0)
    #expect(try shell.paint("set").output.hasPrefix("no settings"))
  }
}
