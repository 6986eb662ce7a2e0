import Testing

@testable import PaintCLI

/// The reference documentation and the tables from which it is generated.
@Suite("Reference")
struct ReferenceTests {
  @Test("every command, option, filter, field and code is in the reference")
  func isWhole() {
    let (commands, options) = (ReferencePage.commands.text, ReferencePage.options.text)
    for spec in CommandTable.all { #expect(commands.contains("\n### \(spec.title)\n"), "\(spec.title)") }
    for option in OptionTable.all { #expect(options.contains("\n## --\(option.name)\n"), "\(option.name)") }
    for code in FailureCode.allCases { #expect(ReferencePage.exitCodes.text.contains("`\(code.rawValue)`")) }
    for page in ReferencePage.allCases {
      #expect(!page.text.contains("..\n") && !page.text.contains(" .\n"), "\(page.fileName)")
    }
    for answer in Answer.all {
      for field in answer.kind.fields { #expect(!field.meaning.hasSuffix("."), "\(field.key)") }
    }
  }

  @Test("valid examples of a value are accepted, invalid ones rejected")
  func values() {
    for form in ValueForm.all {
      for word in form.examples { #expect(Self.reads(word, form), "\(form.name): '\(word)'") }
      for word in form.refused { #expect(!Self.reads(word, form), "\(form.name): '\(word)'") }
    }
    #expect(Set(ValueForm.all.map(\.name)).count == ValueForm.all.count)
  }

  @Test("exactly the options with a value have a form")
  func optionsHaveForms() {
    let formed = Set(ValueForm.all.flatMap(\.options))
    for option in OptionTable.all {
      switch option.form {
      case .flag, .reversible: #expect(!formed.contains(option.id), "\(option.name)")
      case .value, .optionalValue: #expect(formed.contains(option.id), "\(option.name)")
      }
    }
  }

  private static func reads(_ word: String, _ form: ValueForm) -> Bool {
    do throws(Failure) {
      try form.read(word.utf8Span.span)
      return true
    } catch {
      return false
    }
  }
}
