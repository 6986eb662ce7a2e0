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
  }

  var number: Int
  var document: String
  var change: Change

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
    }
    return text + "\n"
  }
}
