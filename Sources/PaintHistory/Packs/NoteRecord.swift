/// A record in a pack about something that changed later than a revision's own record: a name, a group, a branch.
///
/// Lines of `key value`, terminated by an empty line, like a `RevisionRecord`, but beginning with `note`. The numbers
/// define the order in which notes apply, wherever compaction has put them; two notes with one number are equal. The
/// revisions that a note names are in records before it, unless compaction moved them.
///
///     note 17
///     document 5d41402abc4b2a76b9719d911017c592
///     rename 42                        the revision was renamed
///     name New name
///
///     group 40                         the revisions from 40 to 42, each the parent of the next, are a group; groups
///     last 42                          among them become part of it
///     name Tree
///
///     ungroup 40                       the group was dissolved
///
///     branch sketch                    the branch points to the revision
///     revision 42
///
///     unbranch sketch                  the branch was removed
///
///     cut 40 57                        revisions with these numbers were cut off after a power cut
///     root 42                          the oldest revision kept is 42, which is not in a group; only its descendants
///     forgotten 5 7-9                  are kept, without these and their descendants. Tiles that these wrote are not
///                                      visible. Of the tiles that other revisions up to 42 wrote, the newest version
///                                      is visible at 42, and the newest version up to 42's base at that base
///
///     amend 507 520                    the revisions from 507 to 520 are a part of the line that was made again; then 515
///     current 515                      was current and 520 the end of redo; 507 is the counterpart of 7, the 12 after it
///     tip 520                          are those of the 12 after 7, and 520 that of 25
///     map 7:507+12 25:520
///
///     limits 100 209715200 7776000000  steps, bytes, milliseconds of side branches; 0 is unlimited
struct NoteRecord: Hashable, Sendable {
  /// The change that a note describes.
  enum Change: Hashable, Sendable {
    /// A revision was renamed.
    case rename(Int, name: String)
    /// A chain of revisions is a group, whether it was a group before or not.
    case group(Group)
    /// The group with that number was dissolved.
    case ungroup(Int)
    /// A branch points to a revision; it was created or moved.
    case branch(String, revision: Int)
    /// A branch was removed.
    case unbranch(String)
    /// Revisions with these numbers were lost and do not exist, even if a pack contains parts of them.
    case cut(ClosedRange<Int>)
    /// The oldest revision that is kept, and the pruned revisions that are not its ancestors, in ascending order.
    case root(Int, forgotten: [ClosedRange<Int>])
    /// A part of the line was made again.
    case amend(RemadeLine)
    /// The new limits.
    case limits(Limits)

    /// Whether it is only meaningful at its time: it has nothing that a user would miss if it is not committed.
    var isTransient: Bool {
      switch self {
      case .cut, .root, .amend, .limits: true
      case .rename, .group, .ungroup, .branch, .unbranch: false
      }
    }
  }

  var number: Int
  var document: String
  var change: Change
  /// The number of a note that this one replaces, or 0; not part of the text.
  var replaces = 0

  /// The highest revision number in the note, kept or not: no later revision may have that number.
  ///
  /// -1 if it names none, or one above `Revision.highestNumber`.
  var highestRevision: Int {
    let named = namedRevision
    return named <= Revision.highestNumber ? named : -1
  }

  private var namedRevision: Int {
    switch change {
    case .rename(let revision, _), .branch(_, let revision): revision
    case .group(let group): group.last
    case .ungroup(let group): group
    case .cut(let numbers): numbers.upperBound
    case .amend(let line): line.last
    case .root(let root, let forgotten): forgotten.lazy.map(\.upperBound).max().map { max(root, $0) } ?? root
    case .unbranch, .limits: -1
    }
  }

  /// The text of the record in the pack.
  var text: String {
    var text = "note \(number)\ndocument \(document)\n"
    switch change {
    case .rename(let revision, let name):
      text += "rename \(revision)\nname \(RecordText.escaped(name))\n"
    case .group(let group):
      text += "group \(group.first)\nlast \(group.last)\nname \(RecordText.escaped(group.name))\n"
    case .ungroup(let group): text += "ungroup \(group)\n"
    case .branch(let name, let revision): text += "branch \(RecordText.escaped(name))\nrevision \(revision)\n"
    case .unbranch(let name): text += "unbranch \(RecordText.escaped(name))\n"
    case .cut(let numbers): text += "cut \(numbers.lowerBound) \(numbers.upperBound)\n"
    case .root(let root, let forgotten):
      text += "root \(root)\n"
      if !forgotten.isEmpty { text += "forgotten" + NumberRanges.text(forgotten) + "\n" }
    case .amend(let line):
      text += "amend \(line.first) \(line.last)\ncurrent \(line.current)\ntip \(line.tip)\n"
      if !line.steps.isEmpty { text += "map\(line.text)\n" }
    case .limits(let limits): text += "limits \(limits.steps) \(limits.bytes) \(limits.sideAge)\n"
    }
    return text + "\n"
  }
}
