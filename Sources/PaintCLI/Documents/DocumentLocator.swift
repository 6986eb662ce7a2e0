import PaintHistory
import SystemPackage

/// Finds the document that a command means.
enum DocumentLocator {
  /// The path given with `-d`, else `PAINT_DOCUMENT`, else the only `*.paint` folder here.
  ///
  /// Throws `no_document` where there is none and `several_documents` where the choice is not clear.
  static func path(_ line: ParsedLine, on disk: any Disk) throws(Failure) -> FilePath {
    if let path = line.text(.document) {
      guard !path.isEmpty else { throw Failure(.noDocument, "-d names no document") }
      return FilePath(path)
    }
    if let path = Terminal.variable("PAINT_DOCUMENT"), !path.isEmpty { return FilePath(path) }
    var found: [String] = []
    let names: [FilePath.Component]
    do {
      names = try disk.names(in: ".")
    } catch {
      throw Failure(.readFailed, error.message)
    }
    for name in names where name.extension == "paint" && isDocument(FilePath(name.string), on: disk) {
      found.append(name.string)
    }
    guard found.count <= 1 else {
      throw Failure(
        .severalDocuments, "several drawings here: \(found.sorted().joined(separator: ", "))",
        hint: "name one: paint -d \(ShellQuoting.quoted(found.sorted()[0])) …")
    }
    guard let only = found.first else {
      throw Failure(
        .noDocument, "no drawing here",
        hint: "make one: paint new art.paint --size 1920x1080, or: paint new art.paint --from photo.png")
    }
    return FilePath(only)
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
