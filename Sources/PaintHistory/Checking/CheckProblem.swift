/// One thing that is wrong with a document.
public struct CheckProblem: Sendable, Hashable {
  /// Something in the folder of kept files that is no kept file.
  static func strange(keptFile name: String) -> CheckProblem {
    CheckProblem(code: .strangeFile, message: "files/\(name) does not belong there")
  }

  /// What kind of thing; the raw values are stable names.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// There is no index.
    case indexMissing = "index_missing"
    /// The index cannot be read, in whole or in part.
    case indexDamaged = "index_damaged"
    /// A row of the index is not what the packs say.
    case indexDiffers = "index_differs"
    /// A pack is not what was written.
    case packDamaged = "pack_damaged"
    /// A pack that the index needs is not there.
    case packMissing = "pack_missing"
    /// A file or folder that does not belong there.
    case strangeFile = "strange_file"
    /// A kept file that a revision was made from is not there; its picture is whole.
    case fileMissing = "file_missing"
    /// A kept file that a revision was made from is not what it was; its picture is whole.
    case fileDamaged = "file_damaged"
    /// A revision is in no pack that can be read.
    case revisionLost = "revision_lost"
    /// Tiles of a revision cannot be read.
    case tilesLost = "tiles_lost"
    /// A revision's picture has another fingerprint than was recorded.
    case wrongFingerprint = "wrong_fingerprint"
    /// A name, a group or a branch is in no pack that can be read.
    case noteLost = "note_lost"
  }

  /// What kind of thing it is.
  public var code: Code
  /// One sentence, without a full stop.
  public var message: String
  /// The revision that it is about.
  public var revision: Int?
  /// The pack that it is about.
  public var pack: Int?
}
