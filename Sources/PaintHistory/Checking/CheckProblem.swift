/// One problem of a document.
public struct CheckProblem: Sendable, Hashable {
  /// Something in the folder of kept files that is not a kept file.
  static func unexpected(keptFile name: String) -> CheckProblem {
    CheckProblem(code: .unexpectedFile, message: "files/\(name) is unexpected")
  }

  /// Something in the folder of unconfirmed packs that is not a pack.
  static func unexpected(unconfirmed name: String) -> CheckProblem {
    CheckProblem(code: .unexpectedFile, message: "unconfirmed/\(name) is unexpected")
  }

  /// A pack in the place of one whose content was moved before.
  static func foreign(pack: Int, _ why: String) -> CheckProblem {
    CheckProblem(
      code: .unexpectedFile, message: "\(IndexBuilder.name(of: pack)) should have nothing that is needed, but \(why)",
      pack: pack)
  }

  /// The kind of problem; the raw values are stable names.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// There is no index.
    case indexMissing = "index_missing"
    /// The index, or part of it, cannot be read.
    case indexDamaged = "index_damaged"
    /// A row of the index contradicts the packs.
    case indexDiffers = "index_differs"
    /// The content of a pack is not what was written.
    case packDamaged = "pack_damaged"
    /// A pack that the index needs is missing.
    case packMissing = "pack_missing"
    /// An unexpected file or folder.
    case unexpectedFile = "strange_file"
    /// A kept file that a revision was made from is missing; the revision's picture is complete.
    case fileMissing = "file_missing"
    /// The content of a kept file that a revision was made from has changed; the revision's picture is complete.
    case fileDamaged = "file_damaged"
    /// The command, the words as typed, the name or the author that is recorded for a revision is none; the revision's
    /// picture is complete.
    case commandDamaged = "command_damaged"
    /// The name of a group or of a branch is none.
    case nameDamaged = "name_damaged"
    /// The settings for later strokes are none, or name a file; a repair removes them.
    case settingsDamaged = "settings_damaged"
    /// No readable pack contains a revision.
    case revisionLost = "revision_lost"
    /// Tiles of a revision cannot be read.
    case tilesLost = "tiles_lost"
    /// The fingerprint of a revision's picture differs from the recorded one.
    case wrongFingerprint = "wrong_fingerprint"
    /// A step's picture is not what its command draws on the one before it.
    case stepDiffers = "step_differs"
    /// No readable pack contains a name, a group or a branch.
    case noteLost = "note_lost"
    /// The newest packs are missing or cut short, as in a copy that was taken while a command wrote; all older revisions are
    /// whole. It stands for everything that follows from that.
    case copiedInUse = "copied_in_use"
  }

  /// The kind of problem.
  public var code: Code
  /// One sentence, without a full stop.
  public var message: String
  /// The revision concerned.
  public var revision: Int?
  /// The pack concerned.
  public var pack: Int?

  /// Creates a problem.
  public init(code: Code, message: String, revision: Int? = nil, pack: Int? = nil) {
    (self.code, self.message, self.revision, self.pack) = (code, message, revision, pack)
  }
}
