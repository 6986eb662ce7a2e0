/// What a pack says of something that came later than a revision's own record: a name, a group, a branch.
///
/// Lines of `key value`, ended by an empty line, as a `RevisionRecord`, by which it is not to be mistaken: it begins with
/// `note`. Its number says in which order notes hold, wherever compaction has put them; two of one number are alike.
/// Revisions behind a note are in records before it, unless compaction moved them.
///
///     note 17
///     document 5d41402abc4b2a76b9719d911017c592
///     rename 42                        that revision has another name
///     name New name
///
///     group 40                         the revisions from 40 to 42, each the parent of the next, are a group; groups
///     last 42                          that lay on the way there are taken into it
///     name Tree
///
///     ungroup 40                       they are steps of their own again
///
///     branch sketch                    the name stands on that revision
///     revision 42
///
///     unbranch sketch                  there is no such name any more
///
///     cut 40 57                        revisions with these numbers are none: a power cut took something of them
///     root 42                          the oldest revision kept is 42, which is in no group; what does not descend
///     forgotten 5 7-9                  from it is not kept, nor are these and what descends from them. Tiles that these
///                                      wrote show nowhere. Of those that other revisions up to 42 wrote, for each tile
///                                      the newest shows at 42, and the newest up to 42's base at that base
///
///     limits 100 209715200 7776000000  steps, bytes, milliseconds of side branches; 0 is unlimited
struct NoteRecord: Hashable, Sendable {
  /// What is noted.
  enum Change: Hashable, Sendable {
    /// A revision has another name.
    case rename(Int, name: String)
    /// A chain of revisions is a group, whether it was one before or not.
    case group(Group)
    /// The group with that number is none any more.
    case ungroup(Int)
    /// A branch's name stands on a revision, wherever it stood before.
    case branch(String, revision: Int)
    /// A branch's name is no more.
    case unbranch(String)
    /// Revisions with these numbers were lost, and are none even where a pack has something of them.
    case cut(ClosedRange<Int>)
    /// The oldest revision that is kept, and those not kept that are none of its ancestors, rising.
    case root(Int, forgotten: [ClosedRange<Int>])
    /// How much is kept from now on.
    case limits(Limits)
  }

  var number: Int
  var document: String
  var change: Change
  /// The number of a note that this one makes unnecessary, or 0; it is not in the text.
  var replaces = 0

  /// The highest number of a revision that the note names, kept or not: no later revision may have that number.
  ///
  /// -1 where it names none, or one above `Revision.highestNumber`.
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
    case .root(let root, let forgotten): forgotten.lazy.map(\.upperBound).max().map { max(root, $0) } ?? root
    case .unbranch, .limits: -1
    }
  }

  /// The record as it stands in the pack.
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
    case .limits(let limits): text += "limits \(limits.steps) \(limits.bytes) \(limits.sideAge)\n"
    }
    return text + "\n"
  }
}
