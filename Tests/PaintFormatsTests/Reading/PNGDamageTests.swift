import PaintFormats
import Testing

@Suite("Damaged PNG")
struct PNGDamageTests {
  @Test("of a PNG damaged in the middle the rows before the damage are kept")
  func damagedPNG() throws {
    for bytes in try Mutation.seeds(of: "PNG") {
      let whole = try Picture(reading: bytes)
      let place = bytes.count / 2
      var changed = bytes
      changed[place] ^= 0x55
      // The bytes of the chunk count as they are: only what they unpack to is wrong.
      changed = Mutation.repaired(changed)
      guard case .damaged(let readable, let rows, let message)? = Picture.error(reading: changed) else { continue }
      #expect(rows == whole.height && readable > 0 && message.hasSuffix("; \(readable) of \(rows) rows can be read"))
      let reader = try PictureReader(PictureSource(bytes: changed), options: ReadingOptions.lenient)
      let picture = try Picture(reader)
      #expect(reader.warnings == [message])
      #expect(picture.pixels[(readable * whole.width)...].allSatisfy { $0 == 0 }, "\(message)")
    }
  }

  @Test("of a truncated PNG all complete rows are read, not only whole bands", arguments: [false, true])
  func rowsOfPNG(isLarge: Bool) throws {
    // Pictures of 8 bits are read without libpng, large ones on another thread; those of fewer bits with it.
    let seeds = isLarge ? [Fixture.bytes("../photos/chelsea.png")] : try Mutation.seeds(of: "PNG")
    for bytes in seeds {
      let whole = try Picture(reading: bytes)
      var found: Set<Int> = []
      for count in stride(from: 60, to: bytes.count, by: isLarge ? 9_973 : 7) {
        let part = Array(bytes.prefix(count))
        guard case .truncated(let readable, whole.height, let message)? = Picture.error(reading: part), readable > 0
        else {
          continue
        }
        found.insert(readable)
        let reader = try PictureReader(PictureSource(bytes: part), options: ReadingOptions.lenient)
        let picture = try Picture(reader)
        #expect(picture.rows(readable).elementsEqual(whole.rows(readable)), "\(count): \(message)")
        #expect(picture.pixels[(readable * whole.width)...].allSatisfy { $0 == 0 }, "\(count): \(message)")
        #expect(reader.warnings == [message])
      }
      #expect(found.contains { $0 % PictureReader.bandRows != 0 }, "\(found)")
    }
  }
}
