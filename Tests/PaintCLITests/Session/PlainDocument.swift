import PaintRaster
import PaintTestSupport

@testable import PaintCLI

/// A drawing and its history in the simplest form: whole pictures, lists, and walks from child to parent.
struct PlainDocument {
  /// One entry of the history, with its whole picture.
  struct Revision {
    var parent: Int?
    var name: String
    /// Nil if the model cannot know it, because it contains a file's hash.
    var command: String?
    var author: String?
    /// The words as typed; nil if they are those of the command.
    var typed: String?
    var picture: PlainPicture
    /// The colour of pixels where nothing was drawn.
    var background: Pixel
    /// The newest revision up to this one that replaced the canvas.
    var base: Int
    /// The picture of that revision, which the eraser restores, even if the revision is forgotten.
    var basePicture: PlainPicture
    /// What it did to every pixel of the canvas; nil for an edit that did not move the canvas.
    var move: ((PlainPicture) -> PlainPicture)?
    /// The selection, as alphas of black; nil if there is none.
    var mask: PlainPicture?
    var pixels = 0
    var bounds = PixelBox.empty
    var tiles = 0
    var group: Int?
    /// What it was made from; nil for the start.
    var origin: Origin?
  }

  /// An open group.
  struct OpenGroup {
    var givenName: String?
    var first: Int?
  }

  var revisions: [Int: Revision]
  /// The oldest revision that is kept.
  var root = 0
  /// The names of groups by the number of their first revision.
  var groupNames: [Int: String] = [:]
  var branches: [String: Int] = [:]
  var current = 0
  var tip = 0
  var next = 1
  var open: OpenGroup?
  var limits = Limits()
  /// The settings of `paint set`.
  var settings = StrokeSettings()
  /// Who makes the next revision, and the words of its line.
  var author: String?
  var typed = ""
  /// The name of the last edit, even if it changed nothing.
  var offeredName = ""

  init(_ size: CanvasSize, background: Pixel) {
    let blank = PlainPicture(size, filledWith: background)
    revisions = [0: Revision(name: "New", picture: blank, background: background, base: 0, basePicture: blank)]
  }

  /// An existing revision.
  subscript(number: Int) -> Revision {
    guard let revision = revisions[number] else { preconditionFailure("the model has no r\(number)") }
    return revision
  }

  var here: Revision { self[current] }

  /// The revision and its ancestors, oldest first.
  func line(to end: Int) -> [Int] {
    var line = [end]
    while let parent = self[line[line.count - 1]].parent { line.append(parent) }
    return line.reversed()
  }

  /// The picture of a revision with the steps that moved the canvas since then; nil if it is not one of this canvas.
  func movedPicture(of number: Int) -> PlainPicture? {
    let (old, new) = (line(to: number), line(to: current))
    let common = zip(old, new).prefix { $0 == $1 }.count
    var picture = self[number].picture
    // A revert can bring back a canvas of another size, which is no move.
    func isUnknown(_ step: Int) -> Bool {
      guard self[step].base == step, self[step].move == nil, let parent = self[step].parent else { return false }
      return self[parent].picture.size != self[step].picture.size
    }
    let isUnknown =
      old[common...].contains { self[$0].move != nil || isUnknown($0) } || new[common...].contains(where: isUnknown)
    if !isUnknown { for step in new[common...] { picture = self[step].move?(picture) ?? picture } }
    return picture.size == here.picture.size ? picture : nil
  }

  /// The revisions of a group, in ascending order.
  func members(of group: Int) -> [Int] { revisions.keys.filter { self[$0].group == group }.sorted() }

  /// The name of a group; an open one is named as if it ended now.
  func name(ofGroup group: Int) -> String {
    guard let open, open.first == group else { return groupNames[group] ?? "?" }
    let members = members(of: group)
    return open.givenName ?? (members.count == 1 ? self[group].name : "\(members.count) edits")
  }

  /// The step that undo would undo.
  var undoName: String? {
    guard here.parent != nil else { return nil }
    return here.group.map { name(ofGroup: $0) } ?? here.name
  }

  /// The step that redo would redo.
  var redoName: String? {
    guard let next = ahead.first else { return nil }
    return self[next].group.map { name(ofGroup: $0) } ?? self[next].name
  }

  /// The revisions that redo would go through, up to the tip.
  var ahead: [Int] {
    var ahead: [Int] = []
    var here = tip
    while here != current {
      ahead.append(here)
      guard let parent = self[here].parent else { preconditionFailure("redo leads from where the canvas is") }
      here = parent
    }
    return ahead.reversed()
  }

  /// The result of this many undos: the target, the crossed revisions, and the number of steps.
  func back(_ steps: Int) -> (target: Int, crossed: [Int], steps: Int) {
    var target = current
    var crossed: [Int] = []
    var taken = 0
    while taken < steps, let parent = self[target].parent {
      taken += 1
      guard let group = self[target].group else {
        crossed.append(target)
        target = parent
        continue
      }
      while self[target].group == group, let parent = self[target].parent {
        crossed.append(target)
        target = parent
      }
    }
    return (target, crossed, taken)
  }

  /// The same for redo.
  func forth(_ steps: Int) -> (target: Int, steps: Int) {
    var rest = ahead[...]
    var target = current
    var taken = 0
    while taken < steps, let next = rest.popFirst() {
      taken += 1
      target = next
      guard let group = self[next].group else { continue }
      while let more = rest.first, self[more].group == group {
        target = more
        rest.removeFirst()
      }
    }
    return (target, taken)
  }

  /// Makes a revision of a picture; false if it equals the current one.
  ///
  /// - Parameters:
  ///   - background: that of a canvas that is replaced with the picture; nil if the canvas is not replaced.
  ///   - base: what the eraser then brings back, which a selection limits, too; nil for the picture of a canvas that is
  ///     replaced, and for what it brought back before on others.
  ///   - moved: the selection on a canvas that is replaced.
  mutating func add(
    _ drawn: PlainPicture, name: String, command: String?, on background: Pixel? = nil, base: PlainPicture? = nil,
    move: ((PlainPicture) -> PlainPicture)? = nil, selecting moved: PlainPicture? = nil
  ) -> Bool {
    offeredName = name
    let mask = background == nil ? here.mask : moved
    let limit = background == nil ? mask : nil
    let picture = limit.map { drawn.limited(by: $0, from: here.picture) } ?? drawn
    let newBase: PlainPicture? =
      background == nil ? base.map { base in limit.map { base.limited(by: $0, from: here.basePicture) } ?? base } : base
    // A picture may be symmetric where what the eraser brings back is not, or the selection.
    let isBaseNew = (newBase ?? (background == nil ? nil : picture)).map { $0 != here.basePicture } ?? false
    let isBackgroundNew = newBase == nil && move == nil && background.map { $0 != here.background } ?? false
    guard picture != here.picture || isBaseNew || isBackgroundNew || mask != here.mask else { return false }
    var revision = Revision(
      parent: current, name: name, command: command, picture: picture, background: background ?? here.background,
      base: background == nil ? here.base : next,
      basePicture: newBase ?? (background == nil ? here.basePicture : picture))
    (revision.move, revision.mask) = (move, mask)
    if picture.size == here.picture.size {
      (revision.pixels, revision.bounds) = picture.difference(from: here.picture)
    } else {
      (revision.pixels, revision.bounds) = (picture.pixels.count, picture.size.box)
    }
    // If the canvas is replaced, only tiles that differ from the background are written.
    let before = background.map { PlainPicture(picture.size, filledWith: $0) } ?? here.picture
    let shown = background == nil ? here.basePicture : picture
    revision.tiles = picture.tiles(differingFrom: before) + (newBase.map { $0.tiles(differingFrom: shown) } ?? 0)
    // Nothing shows through a canvas that is replaced, not even a selection.
    if background != nil, mask != nil { revision.tiles += Self.tiles(of: mask) }
    append(revision)
    return true
  }

  /// Makes a revision of a selection, or of none; false if it is the current one.
  mutating func select(_ mask: PlainPicture?, name: String, command: String?) -> Bool {
    offeredName = name
    guard mask != here.mask else { return false }
    var revision = here
    (revision.parent, revision.name, revision.command, revision.group) = (current, name, command, nil)
    (revision.pixels, revision.bounds, revision.mask, revision.move) = (0, .empty, mask, nil)
    revision.origin = nil
    // One more has what is known about it.
    revision.tiles = Self.tiles(of: mask)
    append(revision)
    return true
  }

  /// The number of tiles in which two pictures of one size differ.
  static func tiles(_ a: PlainPicture, _ b: PlainPicture) -> Int { a.tiles(differingFrom: b) }

  /// The number of tiles of a selection, and of what is known about it.
  static func tiles(of mask: PlainPicture?) -> Int { (mask?.tilesOfMask ?? 0) + 1 }

  /// Adds a revision to the current one, also to the open group.
  mutating func append(_ added: Revision) {
    var revision = added
    revision.author = author
    revision.typed = typed == added.command ? nil : typed
    if open != nil {
      if open?.first == nil { open?.first = next }
      revision.group = open?.first
    }
    revisions[next] = revision
    (current, tip) = (next, next)
    next += 1
  }
}

extension PlainPicture {
  /// The number of tiles that a mask needs: those in which not everything is selected, if that is most, or something.
  fileprivate var tilesOfMask: Int {
    let all = PlainPicture(size, filledWith: .black)
    let partly = tiles(differingFrom: all)
    return 2 * (size.tileCount - partly) > size.tileCount ? partly : tiles(differingFrom: PlainPicture(size))
  }

  /// The number of tiles in which two pictures of one size differ.
  fileprivate func tiles(differingFrom other: PlainPicture) -> Int {
    Self.indices(of: size).count { index in
      let box = index.box(on: size)
      return (box.y..<box.maxY).contains { y in
        let row = y * size.width
        return pixels[row + box.x..<row + box.maxX] != other.pixels[row + box.x..<row + box.maxX]
      }
    }
  }
}
