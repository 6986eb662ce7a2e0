import Glibc
import PaintHistory
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintCLI

/// The reference documentation, compared with the tables from which it is generated.
@Suite("Reference")
struct ReferenceTests {
  private static let folder = ShellScript.project.appending("Sources/PaintCLI/PaintCLI.docc/Reference")

  @Test("every page agrees with the tables; make reference writes them", arguments: ReferencePage.allCases)
  func pages(page: ReferencePage) throws {
    let path = Self.folder.appending(page.fileName)
    if getenv("PAINT_WRITE_REFERENCE") != nil {
      let file = try FileDescriptor.open(
        path, .writeOnly, options: [.create, .truncate], permissions: [.ownerReadWrite, .groupRead, .otherRead])
      try file.closeAfter { _ = try file.writeAll(Array(page.text.utf8)) }
      print("reference: wrote \(page.fileName)")
    }
    let committed = String(decoding: try SystemDisk().contents(of: path), as: UTF8.self)
    let wanted = page.text
    guard committed != wanted else { return }
    let lines = zip(committed.split(separator: "\n"), wanted.split(separator: "\n")).first { $0 != $1 }
    Issue.record("\(page.fileName) is not up to date: make reference\n\(lines.map { "- \($0)\n+ \($1)" } ?? "")")
  }

  @Test("every command, option, filter, field and code is in the reference")
  func isWhole() {
    let (commands, options) = (ReferencePage.commands.text, ReferencePage.options.text)
    for spec in CommandTable.all { #expect(commands.contains("\n### \(spec.title)\n"), "\(spec.title)") }
    for option in OptionSpec.all { #expect(options.contains("\n## --\(option.name)\n"), "\(option.name)") }
    for code in FailureCode.allCases { #expect(ReferencePage.exitCodes.text.contains("`\(code.rawValue)`")) }
    for page in ReferencePage.allCases {
      #expect(!page.text.contains("..\n") && !page.text.contains(" .\n"), "\(page.fileName)")
    }
    for answer in Answer.allCases {
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
    for option in OptionSpec.all {
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
