import PaintFormats
import PaintHistory
import SystemPackage
import Testing

@testable import PaintCLI

@Suite("PicturePlan") struct PicturePlanTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.sh(
      """
      mkdir in other same && touch in/a.jpg in/b.jpg in/a.png other/a.jpg same/a.png
      ln -s in alias && ln -s ../in/b.jpg other/b.jpg && ln -s a.png same/link.png && ln -s loop same/loop
      """)
    try #require(made.code == 0, "\(made)")
  }

  /// Paths are relative to the shell's folder.
  private func plan(_ inputs: [String], _ template: String) throws -> [String] {
    let prefix = shell.folder.string + "/"
    let plan = try PicturePlan(
      inputs.map { FilePath($0.hasPrefix("/") ? $0 : prefix + $0) },
      to: OutputTemplate(FilePath(template.hasPrefix("{dir}") ? template : prefix + template)), on: SystemDisk()
    ) { (_) throws(Failure) in .png }
    #expect(plan.pictures.map(\.input.string) == inputs.map { $0.hasPrefix("/") ? $0 : prefix + $0 })
    return plan.pictures.map { String($0.output.string.dropFirst(prefix.count)) }
  }

  @Test(
    "outputs are allowed to be new, to exist, and to be their own input",
    arguments: [
      (["in/a.jpg", "in/b.jpg"], "out/{stem}.png", ["out/a.png", "out/b.png"]),
      (["in/a.jpg", "in/b.jpg"], "{dir}/{name}", ["in/a.jpg", "in/b.jpg"]),
      (["in/a.jpg"], "x.png", ["x.png"]), (["in/a.jpg", "in/a.jpg"], "{index}.png", ["1.png", "2.png"]),
      (["in/a.jpg", "in/a.png"], "out/{name}.png", ["out/a.jpg.png", "out/a.png.png"]),
      (["in/a.jpg", "other/a.jpg"], "{dir}/new.png", ["in/new.png", "other/new.png"]),
      (["in/b.jpg"], "alias/{name}", ["alias/b.jpg"]),
      (["same/loop", "in/a.jpg"], "out/{name}", ["out/loop", "out/a.jpg"]),
      ([], "{stem}.png", []),
    ])
  func good(inputs: [String], template: String, outputs: [String]) throws {
    #expect(try plan(inputs, template) == outputs)
  }

  @Test(
    "two pictures with the same output are an error, under whatever names",
    arguments: [
      (["in/a.jpg", "in/a.png"], "out/{stem}.png"), (["in/a.jpg", "other/a.jpg"], "out/{name}"),
      (["in/a.jpg", "in/b.jpg"], "x.png"), (["in/a.jpg", "in/a.jpg"], "{dir}/{stem}.png"),
      (["in/a.jpg", "alias/a.jpg"], "{dir}/new.png"), (["in/a.jpg", "alias/a.jpg"], "{dir}/gone/deep/new.png"),
      // Through a link to a file.
      (["in/a.png", "in/link.png"], "same/{name}"), (["in/a.jpg", "in/./a.jpg"], "{dir}/x.png"),
    ])
  func equal(inputs: [String], template: String) throws {
    let failure = try #require(throws: Failure.self) { try plan(inputs, template) }
    #expect(failure.exitCode == .usage && failure.hint != nil, "\(failure)")
    #expect(failure.message.contains("would") && failure.message.contains("be written to"), "\(failure)")
  }

  @Test("folders that do not exist yet are compared, too")
  func missingFolders() throws {
    let prefix = shell.folder.string
    for (first, second, isEqual) in [
      ("new/x.png", "new/x.png", true), ("new/x.png", "new/./x.png", true), ("new/x.png", "new/sub/../x.png", true),
      ("in/new/x.png", "alias/new/x.png", true), ("new/x.png", "other/../new/x.png", true),
      ("new/x.png", "new2/x.png", false), ("new/x/y.png", "new/xy.png", false), ("in/x.png", "other/x.png", false),
      ("x.png", "X.png", false),
    ] {
      var places = FilePlaces(on: SystemDisk())
      let (a, b) = (places.place(of: FilePath("\(prefix)/\(first)")), places.place(of: FilePath("\(prefix)/\(second)")))
      #expect((a == b) == isEqual, "\(first), \(second)")
    }
  }

  @Test(
    "an output that is the input of another picture is an error, because the order would matter",
    arguments: [
      (["in/a.png", "in/a-s.png"], "in/{stem}-s.png"), (["in/a-s.png", "in/a.png"], "in/{stem}-s.png"),
      (["in/a.png", "alias/a-s.png"], "in/{stem}-s.png"), (["in/2.png", "in/x.png"], "in/{index}.png"),
      // Through a link to a file.
      (["in/b", "other/b.jpg"], "in/{name}.jpg"),
    ])
  func crossing(inputs: [String], template: String) throws {
    let failure = try #require(throws: Failure.self) { try plan(inputs, template) }
    #expect(failure.exitCode == .usage && failure.message.contains("is another input"), "\(failure)")
  }

  @Test("a picture whose output has no ending of a format fails alone, and the plan only if all do")
  func encodings() throws {
    func pictures(_ inputs: [String]) throws -> [PicturePlan.Picture] {
      let plan = try PicturePlan(inputs.map { FilePath($0) }, to: OutputTemplate("out/{name}"), on: SystemDisk()) {
        (output) throws(Failure) in try PictureEncoding(endingOf: output)
      }
      return plan.pictures
    }
    let mixed = try pictures(["README", "a.jpg", "b.gif"])
    for (picture, message) in zip(mixed, ["'out/README' has no ending", nil, "GIF files can be read, but not written"])
    {
      switch picture.encoding {
      case .success(let encoding): #expect(message == nil && encoding.format.name == "JPEG", "\(picture.input)")
      case .failure(let failure): #expect(message.map { failure.message.contains($0) } == true, "\(failure)")
      }
    }
    let failure = try #require(throws: Failure.self) { try pictures(["README", "b.gif"]) }
    #expect(failure.exitCode == .usage && failure.message.contains("README"), "\(failure)")
  }

  @Test("a value that the format of an output refuses ends the plan")
  func values() throws {
    let refused = Failure(.badValue, "too much")
    let failure = try #require(throws: Failure.self) {
      try PicturePlan(["a.jpg", "b.png"], to: OutputTemplate("out/{name}"), on: SystemDisk()) {
        (output) throws(Failure) in
        if output.string.hasSuffix(".png") { throw refused }
        return .png
      }
    }
    #expect(failure.message == "too much")
  }
}
