@testable import PaintCLI

extension PlainPaint {
  /// `forget`: deletes a part of the history permanently, and what the limits do not allow.
  mutating func forget(_ options: [String: String]) throws(Refusal) -> JSON {
    var forgotten: Int
    if let word = options["--before"] {
      let number = try resolve(word)
      guard document.leadsToAllEnds(number) else { throw Refusal(.failed) }
      var budget = Int.max
      forgotten = document.forget(before: number, &budget)
    } else if let name = options["--branch"] {
      guard document.branches[name] != nil else { throw Refusal(.noRevision) }
      forgotten = document.forget(branch: name)
    } else {
      forgotten = document.forgetAll()
    }
    forgotten += document.enforceLimits()
    return .fields([
      "forgotten": .int(forgotten), "oldest": .int(document.root), "revision": .int(document.current),
      "revisions": .int(document.revisions.count), "fingerprint": .text(document.here.picture.fingerprint.hex),
      "can_undo": .bool(document.undoName != nil), "can_redo": .bool(document.redoName != nil),
    ])
  }

  /// Runs `limit`, which takes effect immediately; all revisions count as older than a second.
  mutating func limit(_ options: [String: String]) -> JSON {
    var dropped: Int?
    func number(_ option: String) -> Int? {
      options[option].flatMap { Int($0.prefix { $0.isNumber }) }
    }
    if !options.isEmpty {
      document.limits.steps = number("--steps") ?? document.limits.steps
      if let bytes = number("--bytes") { document.limits.bytes = options["--bytes"] == "1G" ? 1 << 30 : bytes }
      if let age = number("--side-age") {
        document.limits.sideAge = options["--side-age"]?.hasSuffix("d") == true ? age * 86_400 : age
      }
      dropped = document.enforceLimits()
      if document.limits.sideAge == 1 { dropped = (dropped ?? 0) + document.forgetSides() }
    }
    let limits = document.limits
    var fields: [String: JSON] = [
      "steps": .int(limits.steps), "bytes": .int(limits.bytes), "side_age": .int(limits.sideAge),
    ]
    if limits.steps > 0 || limits.bytes > 0 { fields["held_by"] = .array(document.limitHolders) }
    if let dropped { fields["dropped"] = .int(dropped) }
    return .fields(fields)
  }
}
