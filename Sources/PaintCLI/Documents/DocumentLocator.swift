import PaintHistory
import SystemPackage

/// Finds the document of a command.
enum DocumentLocator {
  /// The path given with `-d`, else `PAINT_DOCUMENT`, else the only `*.paint` folder here.
  ///
  /// Throws `no_document` if there is none and `several_documents` if there is more than one.
  static func path(_ line: ParsedLine, on disk: any Disk) throws(Failure) -> FilePath {
    if let path = line.path(.document) {
      guard !path.isEmpty else { throw Failure(.noDocument, "-d needs the path of a document") }
      return path
    }
    if let path = Terminal.path(.document) { return path }
    var found: [FilePath] = []
    let names: [FilePath.Component]
    do {
      names = try disk.names(in: ".")
    } catch {
      throw Failure(.readFailed, error.message)
    }
    // Like *.paint in a shell, which excludes hidden files.
    for name in names where name.extension == "paint" && !name.string.hasPrefix(".") {
      let path = FilePath(root: nil, CollectionOfOne(name))
      if isDocument(path, on: disk) { found.append(path) }
    }
    guard found.count <= 1 else {
      let paths = found.sorted { $0.string < $1.string }
      throw Failure(
        .severalDocuments, "several drawings here: \(paths.map(\.string).joined(separator: ", "))",
        hint: "name one: paint -d \(ShellQuoting.quoted(paths[0])) …")
    }
    guard let only = found.first else {
      throw Failure(
        .noDocument, "no drawing here",
        hint: "make one: paint new art.paint --size 1920x1080, or: paint new art.paint --from photo.png")
    }
    try checkOwner(of: only, line, on: disk)
    return only
  }

  /// Throws `no_document` if another user could have put the document here for this one to find, as git refuses
  /// repositories of others.
  ///
  /// The superuser can do everything anyway, and whoever became the superuser with sudo keeps the own folders.
  private static func checkOwner(of path: FilePath, _ line: ParsedLine, on disk: any Disk) throws(Failure) {
    let user = FileStatus.user
    let invoker = user == 0 ? Terminal.variable(.sudoUser).flatMap { UInt32($0) } : nil
    func owner(of path: FilePath, followingLinks: Bool = true) -> UInt32 {
      (try? disk.status(of: path, followingLinks: followingLinks))?.owner ?? user
    }
    // The document, and a link to it: both belong to who put them here.
    let owners = [owner(of: path), owner(of: path, followingLinks: false)]
    let (foreign, folder) = (owners.first { $0 != user && $0 != invoker }, owner(of: "."))
    guard foreign == nil, [user, 0, invoker].contains(folder) else {
      let owner = foreign ?? folder
      let words = line.words.all.map { ShellQuoting.quoted(line.words.text($0)) }.joined(separator: " ")
      throw Failure(
        .noDocument,
        "\(path.string) is here, but the user with the number \(owner) owns it or this folder, so it is used only if it "
          + "is named",
        hint: "if you trust it: paint -d \(ShellQuoting.quoted(path)) \(words)")
    }
  }

  /// A folder without index and packs is not a document; one that cannot be read may be.
  private static func isDocument(_ path: FilePath, on disk: any Disk) -> Bool {
    do {
      for name in ["index.sqlite", "packs"] where try disk.status(of: path.appending(name)) != nil { return true }
      return false
    } catch {
      return true
    }
  }
}
