@testable import PaintCLI

extension PlainPaint {
  /// `forget`: a part of the history goes for ever.
  mutating func forget(_ options: [String: String]) throws(Refusal) -> JSON {
    let forgotten: Int
    if let word = options["--before"] {
      let number = try resolve(word)
      let ends = [document.current, document.tip] + document.branches.values
      guard ends.allSatisfy({ document.leads(number, to: $0) }) else { throw Refusal(.failed) }
      forgotten = document.forget(before: number)
    } else if let name = options["--branch"] {
      guard document.branches[name] != nil else { throw Refusal(.noRevision) }
      forgotten = document.forget(branch: name)
    } else {
      forgotten = document.forgetAll()
    }
    return .fields([
      "forgotten": .int(forgotten), "oldest": .int(document.root), "revision": .int(document.current),
      "revisions": .int(document.revisions.count), "fingerprint": .text(document.here.picture.fingerprint.hex),
      "can_undo": .bool(document.undoName != nil), "can_redo": .bool(document.redoName != nil),
    ])
  }
}
