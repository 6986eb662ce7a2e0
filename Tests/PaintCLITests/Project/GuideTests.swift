import PaintHistory
import PaintTestSupport
import SystemPackage
import Testing

@Suite("Guide")
struct GuideTests {
  private static let folder: FilePath = "Sources/PaintCLI/PaintCLI.docc/Guide"
  /// Those with commands and pictures.
  private static let pages = [
    "ATour", "AnnotateScreenshots", "RedactPictures", "ChangeThePast", "ChangeManyPictures", "ComparePicturesInCI",
    "DrawPixelArt",
    "DriveFromAProgram",
  ]

  /// All of them.
  private static let all = pages + ["Abilities"]

  @Test("the commands of a page run unchanged, print the documented output and make its pictures", arguments: pages)
  func page(_ name: String) throws {
    let text = try DocumentedCommands.text(Self.folder.appending("\(name).md"))
    let commands = DocumentedCommands("sh guide", in: text)
    let pictures = Self.pictures(in: text)
    #expect(commands.blocks > 2 && !pictures.isEmpty)

    let folder = try TemporaryFolder()
    let found = pictures.map { "test -n \"$(find . -name '\($0)')\"\n" }.joined()
    let outcome = try ShellScript.run(
      "photos='\(ShellScript.project)/Fixtures/photos'\n" + commands.script + found, in: folder)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(DocumentedCommands.lines(outcome.output) == commands.expected)
  }

  @Test("the guide's first page links all pages, and no two pages show pictures of one name")
  func contents() throws {
    let first = try DocumentedCommands.text(Self.folder.appending("Guide.md"))
    let linked = first.components(between: "<doc:", and: ">")
    #expect(linked.sorted() == Self.all.sorted())
    let files = try SystemDisk().names(in: ShellScript.project.pushing(Self.folder))
    #expect(files.map(\.string).sorted() == (Self.all + ["Guide"]).map { "\($0).md" }.sorted())
    var pictures: [String] = []
    for page in Self.pages {
      pictures += Self.pictures(in: try DocumentedCommands.text(Self.folder.appending("\(page).md")))
    }
    #expect(Set(pictures).count == pictures.count)
  }

  /// The names of the pictures that a page shows.
  private static func pictures(in text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("![") }
      .compactMap { String($0).components(between: "](", and: ")").first }
  }
}
