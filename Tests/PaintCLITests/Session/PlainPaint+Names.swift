@testable import PaintCLI

extension PlainPaint {
  mutating func name(_ number: Int, _ text: String, ofGroup isGroup: Bool) throws(Refusal) -> JSON {
    let group = document[number].group
    var before = document[number].name
    if isGroup {
      guard let group else { throw Refusal(.failed) }
      before = document.name(ofGroup: group)
      if document.open?.first == group { document.open?.givenName = text } else { document.groupNames[group] = text }
    } else {
      document.revisions[number]?.name = text
    }
    return .fields(["revision": .int(number), "group": .int(group), "name": .text(text), "before": .text(before)])
  }

  /// `group N [NAME]`; `PlainScript` handles begin and end.
  mutating func group(_ words: [String]) throws(Refusal) -> JSON {
    guard let count = Int(words[1]) else { throw Refusal(.unexpectedWord) }
    let way = document.back(count)
    guard way.steps == count else { throw Refusal(.nothingToGroup) }
    for group in Set(way.crossed.compactMap { document[$0].group }) {
      guard document.members(of: group).allSatisfy(way.crossed.contains) else { throw Refusal(.failed) }
    }
    let members = Array(way.crossed.reversed())
    let first = members[0]
    for number in members {
      if let old = document[number].group { document.groupNames[old] = nil }
      document.revisions[number]?.group = first
    }
    let name = words.count > 2 ? words[2] : members.count == 1 ? document[first].name : "\(members.count) edits"
    document.groupNames[first] = name
    return receipt(ofGroup: members)
  }

  /// The receipt of a group as one step.
  func receipt(ofGroup members: [Int]) -> JSON {
    let revisions = members.map { document[$0] }
    let group = members[0]
    let before = document[revisions[0].parent ?? 0].picture
    let (pixels, bounds, _) = PlainPaint.difference(before, document.here.picture, tolerance: 0)
    return .fields(
      [
        "revision": .int(members.last), "parent": .int(revisions[0].parent),
        "name": .text(document.name(ofGroup: group)), "changed": .bool(true),
        "bounds": .box(bounds),
        "pixels": .int(pixels), "tiles": .int(revisions.reduce(0) { $0 + $1.tiles }),
        "fingerprint": .text(document.here.picture.fingerprint.hex), "selection": selection, "group": .int(group),
        "edits": .int(members.count),
      ].merging(next) { $1 })
  }

  mutating func ungroup() throws(Refusal) -> JSON {
    guard let group = document.here.group else { throw Refusal(.nothingToUngroup) }
    for number in document.members(of: group) { document.revisions[number]?.group = nil }
    document.groupNames[group] = nil
    return receipt(changed: true)
  }

  mutating func branch(_ words: [String], _ options: [String: String]) throws(Refusal) -> JSON {
    guard words.count > 1 else { return .array(branchRows) }
    let name = words[1]
    let before = document.branches[name]
    var after: Int?
    if options["--delete"] != nil {
      guard before != nil else { throw Refusal(.noRevision) }
    } else {
      let target = words.count > 2 ? try resolve(words[2]) : document.current
      if before == nil, options["--move"] != nil { throw Refusal(.noRevision) }
      if let before, before != target, options["--move"] == nil { throw Refusal(.cannotCreate) }
      after = target
    }
    document.branches[name] = after
    return .fields(["branch": .text(name), "revision": .int(after), "before": .int(before)])
  }

  private var branchRows: [JSON] {
    document.sortedBranches.map {
      .fields(["name": .text($0.key), "revision": .int($0.value), "current": .bool($0.value == document.current)])
    }
  }
}
