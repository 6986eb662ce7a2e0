import PaintRaster

extension RevisionRecord {
  /// Parses a revision from a record's lines; nil if they are invalid.
  ///
  /// Values that records do not contain are 0: the depth, the bytes, and the number of tiles, which is only there if
  /// other packs have some of them.
  init?(_ fields: RecordFields) {
    guard fields.kind == "revision", let number = fields.number("revision"), number <= Revision.highestNumber,
      let document = fields["document"],
      let sides = fields.numbers("size"), sides.count == 2, let size = CanvasSize(width: sides[0], height: sides[1]),
      let background = fields["background"].flatMap(Pixel.init(hex:)), let base = fields.number("base"), base <= number,
      let time = fields["time"].flatMap({ Int($0) }), Revision.times.contains(time),
      let changed = fields.numbers("pixels"), changed.count == 5,
      changed.dropFirst().allSatisfy({ $0 <= CanvasSize.maximumSide }),
      let fingerprint = fields["fingerprint"].flatMap({ Fingerprint(hex: $0) }),
      let name = fields.text("name"), let command = fields.text("command"),
      let author = fields.optionalText("author"), let typed = fields.optionalText("typed")
    else { return nil }
    let parent = fields.number("parent")
    let group = fields.number("group")
    let tileCount = fields["tiles"] == nil ? 0 : fields.number("tiles")
    let same = fields["same"] == nil ? nil : fields.number("same")
    guard let tileCount, fields["same"] == nil || same.map({ 1..<number ~= $0 }) ?? false else { return nil }
    guard parent.map({ $0 < number }) ?? true, group.map({ $0 >= 1 && $0 <= number }) ?? true else { return nil }
    self.init(
      document: document,
      revision: Revision(
        number: number, parent: parent, depth: 0, size: size, background: background, base: base,
        fingerprint: fingerprint, time: time, name: name, author: author, command: command, typed: typed,
        pixels: changed[0],
        bounds: PixelBox(x: changed[1], y: changed[2], width: changed[3], height: changed[4]), tileCount: tileCount,
        sameAs: same, bytes: 0, group: group))
    isAbandoned = fields["abandoned"] != nil
    isPruned = fields["pruned"] != nil
    guard let color = Self.bytes(fields["profile"] ?? ""), let slots = Self.slots(fields["slots"] ?? "", on: size),
      let colors = Self.colors(fields["colors"] ?? "", on: size)
    else { return nil }
    self.color = color
    self.slots = slots
    self.colors = colors
  }

  private static func bytes(_ hex: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: Int?
    for character in hex {
      guard let digit = character.hexDigitValue else { return nil }
      if let upper = high { bytes.append(UInt8(upper * 16 + digit)) }
      high = high == nil ? digit : nil
    }
    return high == nil ? bytes : nil
  }

  private static func slots(_ words: String, on size: CanvasSize) -> [Slot]? {
    var slots: [Slot] = []
    for word in words.split(separator: " ") {
      let parts = word.split(separator: ":")
      guard parts.count == 2, let tile = tile(parts[0], on: size), let adler = UInt32(parts[1], radix: 16) else {
        return nil
      }
      slots.append(Slot(tile: tile, adler: adler))
    }
    return slots
  }

  private static func colors(_ words: String, on size: CanvasSize) -> [ColorTile]? {
    var colors: [ColorTile] = []
    for word in words.split(separator: " ") {
      let parts = word.split(separator: ":")
      guard parts.count == 2, let color = Pixel(hex: parts[0]) else { return nil }
      let run = parts[1].split(separator: "+")
      guard let first = run.first.flatMap({ tile($0, on: size) }), run.count <= 2 else { return nil }
      var more = 0
      if run.count == 2 {
        guard let length = Int(run[1]), length > 0 else { return nil }
        more = length
      }
      // Each tile occurs at most once in a plane, so a number above the canvas' tile count is invalid. This is checked
      // before memory is allocated.
      guard more < min(size.tileCount, TilePlane.count * size.tileCount - colors.count),
        let last = UInt32(exactly: Int(first) + more), contains(last, size),
        TilePlace(key: first).plane == TilePlace(key: last).plane
      else { return nil }
      for tile in first...last { colors.append(ColorTile(tile: tile, color: color)) }
    }
    return colors
  }

  private static func tile(_ word: Substring, on size: CanvasSize) -> UInt32? {
    UInt32(word).flatMap { contains($0, size) ? $0 : nil }
  }

  private static func contains(_ tile: UInt32, _ size: CanvasSize) -> Bool {
    TilePlace(key: tile).isOn(size)
  }
}

extension Pixel {
  /// Parses a colour from eight hexadecimal digits: red, green, blue, alpha.
  init?(hex: some StringProtocol) {
    guard hex.utf8.count == 8, let bits = UInt32(hex, radix: 16) else { return nil }
    self.init(bits: bits.byteSwapped)
  }
}
