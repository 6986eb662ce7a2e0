import Testing

@testable import PaintCLI

@Suite("Tables of commands and options") struct TablesTests {
  @Test("are in the order of their identities, with unique names")
  func order() {
    #expect(OptionTable.all.map(\.id) == OptionID.allCases)
    #expect(CommandTable.all.map(\.id) == CommandID.allCases)
    #expect(Set(OptionTable.all.map(\.name)).count == OptionTable.all.count)
    #expect(Set(CommandTable.all.map(\.title)).count == CommandTable.all.count)
  }

  @Test("every option except the common ones belongs to a command, and is found by its name")
  func options() {
    for spec in OptionTable.all {
      #expect(CommandTable.all.contains { $0.takes(spec.id) }, "\(spec.name)")
      #expect(OptionTable.match(spec.name)?.id == spec.id)
      #expect(!spec.help.hasSuffix("."))
    }
    #expect(OptionTable.match("no-snap") == OptionTable.Match(id: .snap, isReversed: true))
    #expect(OptionTable.match("no-color") == nil)
  }

  @Test("hints are only given for similar names")
  func near() {
    #expect(NearestName.nearest(to: "histroy", among: ["history", "status"]) == "history")
    #expect(NearestName.nearest(to: "abcdefgh", among: ["history", "status"]) == nil)
    #expect(NearestName.nearest(to: "", among: ["history"]) == nil)
    #expect(NearestName.nearest(to: "3", among: ["1", "2"]) == nil)
    #expect(NearestName.nearest(to: "ab", among: ["cd", "ba"]) == "ba")
    // Of equally similar names the one with the same beginning.
    #expect(NearestName.nearest(to: "vew", among: ["new", "view"]) == "view")
    #expect(NearestName.nearest(to: "vew", among: ["new", "view", "vex"]) == "vex")
    #expect(NearestName.nearest(to: "vew", among: ["new", "dew"]) == "new")
    for (first, second, edits) in [("", "", 0), ("a", "", 1), ("ab", "ba", 1), ("kitten", "sitting", 3)] {
      #expect(NearestName.distance(Array(first.utf8), Array(second.utf8)) == edits)
      #expect(NearestName.distance(Array(second.utf8), Array(first.utf8)) == edits)
    }
  }
}
