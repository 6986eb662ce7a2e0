import Testing

@testable import PaintCLI

/// The document that `paint schema` prints; `AnswerTests` validates the answers of all commands against it.
@Suite("Contract: schema")
struct SchemaTests {
  private let schema: JSONSchema

  init() throws { schema = JSONSchema(root: try Shell().paint("schema").json) }

  @Test("it defines every answer, and the validator knows all of its keywords")
  func definitions() throws {
    let names = Answer.all.flatMap { [AnswerSchema.name($0), AnswerSchema.scriptName($0)] }.compactMap { $0 }
    #expect(schema.root["$defs"].keys.sorted() == names.sorted())
    #expect(schema.root["anyOf"].elements.count == names.count)
    for name in names {
      #expect(try schema.complaints(about: .string("no answer"), name) != [], "\(name)")
    }
  }

  @Test("it rejects an answer with a missing, an additional or a wrong field")
  func wrong() throws {
    let good = JSON.object([
      JSON.Member(key: "input", value: .string("a.png")), JSON.Member(key: "output", value: .string("b.png")),
      JSON.Member(key: "result", value: .string("written")), JSON.Member(key: "format", value: .null),
      JSON.Member(key: "width", value: .number("3")), JSON.Member(key: "height", value: .number("4")),
      JSON.Member(key: "errors", value: .array([])), JSON.Member(key: "warnings", value: .array([.string("w")])),
    ])
    guard case .object(let members) = good else { return }
    #expect(try schema.complaints(about: good, "onePicture") == [])
    #expect(try schema.complaints(about: good) == [])
    for index in members.indices {
      var less = members
      less.remove(at: index)
      #expect(try schema.complaints(about: .object(less), "onePicture") != [])
      var other = members
      other[index].value = .bool(true)
      #expect(try schema.complaints(about: .object(other), "onePicture") != [])
    }
    let more = members + [JSON.Member(key: "more", value: .null)]
    #expect(try schema.complaints(about: .object(more), "onePicture") != [])
  }

  @Test("it lists every command, option, filter, value and exit code")
  func tables() throws {
    let root = schema.root
    #expect(root["version"].text == PaintCommand.version)
    #expect(root["commands"].elements.map { $0["name"].text } == CommandTable.all.map(\.title))
    let options = Set(root["commands"].elements.flatMap { $0["options"].elements.compactMap { $0["name"].text } })
    #expect(options == Set(OptionTable.all.map { "--\($0.name)" }))
    #expect(root["values"].elements.map { $0["name"].text } == ValueForm.all.map(\.name))
    #expect(root["filters"].elements.count == 21)
    #expect(root["exit_codes"].elements.compactMap { $0["exit"].int } == ExitCode.allCases.map { Int($0.rawValue) })
    for command in root["commands"].elements {
      for answer in command["answers"].elements {
        #expect(root["$defs"].keys.contains(answer.text ?? ""), "\(command["name"]) prints \(answer)")
      }
    }
    let codes = root["exit_codes"].elements.flatMap { $0["errors"].elements.compactMap { $0["code"].text } }
    #expect(codes.sorted() == FailureCode.allCases.map(\.rawValue).sorted())
    let error = root["$defs"]["error"]["properties"]["error"]["properties"]["code"]
    #expect(error["enum"].elements.compactMap(\.text) == FailureCode.allCases.map(\.rawValue))
  }

  @Test("the parser accepts exactly the numbers of each range", arguments: ValueForm.all.filter { $0.range != nil })
  func ranges(form: ValueForm) throws {
    let range = try #require(form.range)
    let step = range.isWhole ? 1 : 0.001
    func text(_ number: Double) -> String { range.isWhole ? String(Int(number)) : String(number) }
    if let least = range.least {
      #expect(Self.isValid(form, text(least)) == !range.isLeastExcluded)
      #expect(Self.isValid(form, text(least + step)))
      #expect(!Self.isValid(form, text(least - step)))
    } else {
      #expect(Self.isValid(form, "-1000000"))
    }
    if let most = range.most {
      #expect(Self.isValid(form, text(most)))
      #expect(!Self.isValid(form, text(most + step)))
    } else {
      #expect(Self.isValid(form, "1000000"))
    }
    let middle = (range.most ?? 5) / 2
    #expect(Self.isValid(form, "\(Int(middle)).5") == !range.isWhole)
    #expect(Self.isValid(form, "50%") == (range.percentOf != nil))
  }

  @Test("the words of a form are valid")
  func words() throws {
    for form in ValueForm.all where form.isListOfNames {
      for word in form.examples { #expect(Self.isValid(form, word), "\(form.name): \(word)") }
    }
  }

  private static func isValid(_ form: ValueForm, _ word: String) -> Bool {
    let bytes = Array(word.utf8)
    do throws(Failure) {
      try form.read(bytes.span)
      return true
    } catch {
      return false
    }
  }
}
