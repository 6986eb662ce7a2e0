import PaintPNG
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

  @Test("the default of an option with a value can be typed, and a brush's own goes before the general one")
  func defaults() {
    var count = 0
    for spec in CommandTable.all {
      for option in OptionTable.all where option.valueName != nil {
        guard let usual = spec.defaultValue(of: option.id) else { continue }
        let form = ValueForm.form(of: option.id, named: spec.optionValues[option.id])
        #expect(form.map { failure(usual, $0.read) == nil } ?? false, "\(spec.title) --\(option.name) \(usual)")
        count += 1
      }
    }
    #expect(count > 100)
    func usual(_ command: CommandID, _ option: OptionID) -> String? {
      CommandTable.spec(command).defaultValue(of: option)
    }
    #expect(usual(.pencil, .width) == "1" && usual(.spray, .width) == "40" && usual(.smudge, .hardness) == "0.5")
    #expect(usual(.pencil, .color) == "black" && usual(.pencil, .antialias) == "yes" && usual(.rect, .fill) == "none")
    #expect(usual(.blur, .radius) == "4" && usual(.rect, .radius) == "0" && usual(.text, .align) == nil)
    #expect(usual(.eraser, .color) == nil && usual(.set, .width) == nil && usual(.rect, .join) == nil)
  }

  @Test("a value that is one number or one of a few names has a form without another declaration")
  func derivedForms() {
    for option in OptionTable.all where option.number != nil || option.names != nil {
      let form = ValueForm.form(of: option.id)
      #expect(form?.examples.isEmpty == false && form?.refused.isEmpty == false, "\(option.name)")
      if let number = option.number { #expect(form?.range == number.range, "\(option.name)") }
    }
    #expect(ValueForm.name("a size of dots") == "Size of dots")
    #expect(ValueForm.form(of: .seed)?.text == "A whole number from 0 to 4,294,967,295.")
    #expect(NumberForm.colorLimit.range == .whole(from: 2, to: 256) && PNGWritingOptions.colorLimits == 2...256)
    #expect(OptionSpec.spec(.join).help == "the line's corners: round, miter or bevel")
    #expect(OptionSpec.spec(.format).help.hasSuffix(": png, jpeg, webp, tiff, ppm, pam or avif"))
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
