import PaintHistory
import SystemPackage

/// Finds the document that a command means.
enum DocumentLocator {
  /// The path given with `-d`, else `PAINT_DOCUMENT`, else the only `*.paint` folder here.
  ///
  /// Throws `no_document` where there is none and `several_documents` where the choice is not clear.
  static func path(_ line: ParsedLine, on disk: any Disk) throws(Failure) -> FilePath {
    if let path = line.path(.document) {
      guard !path.isEmpty else { throw Failure(.noDocument, "-d names no document") }
      return path
    }
    if let path = Terminal.path("PAINT_DOCUMENT") { return path }
    var found: [FilePath] = []
    let names: [FilePath.Component]
    do {
      names = try disk.names(in: ".")
    } catch {
      throw Failure(.readFailed, error.message)
    }
    // As the shell's *.paint, which leaves out what is hidden.
    for name in names where name.extension == "paint" && !name.string.hasPrefix(".") {
      let path = FilePath(root: nil, CollectionOfOne(name))
      if isDocument(path, on: disk) { found.append(path) }
    }
    guard found.count <= 1 else {
      let names = found.map(\.string).sorted()
      throw Failure(
        .severalDocuments, "several drawings here: \(names.joined(separator: ", "))",
        hint: "name one: paint -d \(ShellQuoting.quoted(names[0])) …")
    }
    guard let only = found.first else {
      throw Failure(
        .noDocument, "no drawing here",
        hint: "make one: paint new art.paint --size 1920x1080, or: paint new art.paint --from photo.png")
    }
    return only
  }

  /// A folder with neither an index nor packs is no document; one that refuses to be looked into may be.
  private static func isDocument(_ path: FilePath, on disk: any Disk) -> Bool {
    do {
      for name in ["index.sqlite", "packs"] where try disk.status(of: path.appending(name)) != nil { return true }
      return false
    } catch {
      return true
    }
  }
}
