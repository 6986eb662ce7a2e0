import Testing

@testable import PaintRaster

/// Ellipses and boxes pixel by pixel.
@Suite("Pixels of ellipses and boxes")
struct PixelRingTests {
  // Debug builds are slow, so they test fewer sizes.
  #if DEBUG
    private static let sizes = [1, 2, 3, 4, 5, 8, 13]
    private static let quarters = 0...24
  #else
    private static let sizes = Array(1...20) + [31, 40]
    private static let quarters = 0...90
  #endif

  private func corners(_ width: Int, _ height: Int) -> (Point, Point) {
    (Point(x: 3.5, y: 5.5), Point(x: Double(width) + 2.5, y: Double(height) + 4.5))
  }

  @Test("a quarter has steps of one pixel, none along a row followed by one along a column, and is near the ellipse")
  func quarters() {
    for width in Self.quarters {
      for height in Self.quarters where width > 0 && height > 0 {
        let quarter = PixelQuarter(width: width, height: height)
        let places = (0..<quarter.count).map { quarter[$0] }
        let note: Comment = "\(width), \(height): \(places)"
        #expect(places.first.map { $0 == (width & 1, height) } == true, note)
        #expect(places.last.map { $0 == (width, height & 1) } == true, note)
        var faults: [[Int]] = []
        for (a, b) in zip(places, places.dropFirst()) {
          let isStep = (0...2).contains(b.x - a.x) && (0...2).contains(a.y - b.y) && (a.x, a.y) != (b.x, b.y)
          if !isStep { faults.append([b.x, b.y]) }
        }
        for number in 1..<max(places.count - 1, 1) where places.count > 2 {
          let (a, b, c) = (places[number - 1], places[number], places[number + 1])
          if (a.y == b.y && b.x == c.x) || (a.x == b.x && b.y == c.y) { faults.append([b.x, b.y]) }
        }
        // In its column or its row no pixel of the quarter is farther than one from the ellipse.
        let (w, h) = (Double(width), Double(height))
        for (x, y) in places where x != width & 1 && y != height & 1 {
          let up = h * max(1 - Double(x * x) / (w * w), 0).squareRoot()
          let across = w * max(1 - Double(y * y) / (h * h), 0).squareRoot()
          if min(abs(up - Double(y)), abs(across - Double(x))) > 2 { faults.append([x, y]) }
        }
        #expect(faults.isEmpty, "\(width), \(height): \(faults)")
        // The same with the axes exchanged.
        let other = PixelQuarter(width: height, height: width)
        #expect((0..<other.count).reversed().map { [other[$0].y, other[$0].x] } == places.map { [$0.x, $0.y] }, note)
        let reaches = Set(places.map(\.y)).allSatisfy { y in
          quarter.reach(inRow: y) == places.lazy.filter { $0.y == y }.map(\.x).max()
        }
        #expect(reaches, note)
      }
    }
  }

  @Test("an ellipse of any size is closed, symmetric, as large as its box, and filled without gaps")
  func ellipses() throws {
    for width in Self.sizes {
      for height in Self.sizes {
        let (a, b) = corners(width, height)
        let picture = try TracePicture(.ellipse(a, b))
        let note: Comment = "\(width)x\(height)"
        // A box without area has no outline.
        if width == 1 || height == 1 {
          #expect(picture.pixels.isEmpty, note)
          continue
        }
        #expect(picture.bounds == PixelBox(x: 3, y: 5, width: width, height: height), note)
        #expect(picture == picture.mapped { PixelPosition(x: 5 + width - $0.x, y: $0.y) }, note)
        #expect(picture == picture.mapped { PixelPosition(x: $0.x, y: 9 + height - $0.y) }, note)
        #expect(try TracePicture(.ellipse(b, a)) == picture, note)
        let turned = try TracePicture(.ellipse(Point(x: a.y, y: a.x), Point(x: b.y, y: b.x)))
        #expect(turned.mapped { PixelPosition(x: $0.y, y: $0.x) } == picture, note)
        // Closed: along the rows and columns there is no way in.
        let enclosed = picture.enclosed()
        #expect(try TracePicture.area(.ellipse(a, b)).pixels == enclosed, note)
        if width >= 3, height >= 3 {
          #expect(enclosed.contains(PixelPosition(x: 3 + width / 2, y: 5 + height / 2)), note)
          #expect(!picture.pixels.contains(PixelPosition(x: 3, y: 5)), note)
        }
      }
    }
  }

  @Test("small circles have the expected pixels")
  func circles() throws {
    func rows(_ size: Int) throws -> [String] {
      let (a, b) = corners(size, size)
      let pixels = try TracePicture(.ellipse(a, b)).pixels
      return (5..<5 + size).map { y in
        String((3..<3 + size).map { pixels.contains(PixelPosition(x: $0, y: y)) ? "#" : "." })
      }
    }
    #expect(try rows(1) == ["."])
    #expect(try rows(2) == ["##", "##"])
    #expect(try rows(3) == [".#.", "#.#", ".#."])
    #expect(try rows(4) == [".##.", "#..#", "#..#", ".##."])
    #expect(try rows(5) == [".###.", "#...#", "#...#", "#...#", ".###."])
    #expect(
      try rows(8) == ["..####..", ".#....#.", "#......#", "#......#", "#......#", "#......#", ".#....#.", "..####.."])
  }

  @Test("boxes have one pixel on each side, and round corners without doubled steps")
  func boxes() throws {
    let (a, b) = (Point(x: 3.5, y: 5.5), Point(x: 30.5, y: 20.5))
    let sharp = try TracePicture(.rect(a, b))
    #expect(sharp.pixels.count == 2 * 28 + 2 * 14)
    #expect(try TracePicture(.roundedRect(a, b, radius: 0)) == sharp)
    #expect(try TracePicture.area(.rect(a, b)).pixels.count == 28 * 16)
    for radius in stride(from: 0.5, through: 12, by: 0.5) {
      let shape = Shape.roundedRect(b, a, radius: radius)
      let picture = try TracePicture(shape)
      #expect(picture.bounds == PixelBox(x: 3, y: 5, width: 28, height: 16), "radius \(radius)")
      #expect(picture == picture.mapped { PixelPosition(x: 33 - $0.x, y: $0.y) }, "radius \(radius)")
      #expect(picture == picture.mapped { PixelPosition(x: $0.x, y: 25 - $0.y) }, "radius \(radius)")
      #expect(try TracePicture.area(shape).pixels == picture.enclosed(), "radius \(radius)")
      #expect(picture.pixels.contains(PixelPosition(x: 3, y: 5)) == (radius < 1), "radius \(radius)")
    }
    // A box without area has no outline.
    #expect(try TracePicture(.rect(a, Point(x: 30.5, y: 5.5))).pixels.isEmpty)
    #expect(try TracePicture(.ellipse(a, Point(x: 3.5, y: 20.5))).pixels.isEmpty)
    #expect(try TracePicture(.ellipse(a, a)).pixels.isEmpty)
  }

  @Test("dashes count pixels clockwise: from 3 o'clock, or from the left end of the upper side")
  func dashes() throws {
    let (a, b) = (Point(x: 3.5, y: 5.5), Point(x: 12.5, y: 12.5))
    let box = try TracePicture(.rect(a, b), dash: [1, 100]).pixels
    #expect(box == [PixelPosition(x: 3, y: 5)])
    #expect(try TracePicture(.rect(a, b), dash: [10, 100]).pixels == Set((3...12).map { PixelPosition(x: $0, y: 5) }))
    // Of 32 pixels every second one.
    #expect(try TracePicture(.rect(a, b), dash: [1]).pixels.count == 16)
    let ellipse = try TracePicture(.ellipse(a, b)).pixels
    let first = try TracePicture(.ellipse(a, b), dash: [3, 1_000]).pixels
    #expect(first.contains(PixelPosition(x: 12, y: 9)) && first.isSubset(of: ellipse) && first.count == 3)
    #expect(first.allSatisfy { $0.y >= 9 })
    let rest = try TracePicture(.ellipse(a, b), dash: [1_000, 3], offset: 3).pixels
    #expect(rest.count == ellipse.count)
    let odd = try TracePicture(.ellipse(a, b), dash: [1]).pixels
    let even = try TracePicture(.ellipse(a, b), dash: [1], offset: 1).pixels
    #expect(odd.isDisjoint(with: even) && odd.union(even) == ellipse)
  }

  @Test("only pixels near the canvas are visited, however large the shape is")
  func huge() throws {
    for size in [1e6, 1e9, 1e12, 1e15] {
      let circle = Shape.ellipse(Point(x: 20.5, y: -size), Point(x: 20.5 + 2 * size, y: size))
      let picture = try TracePicture(circle)
      // Nearly vertical here.
      #expect(picture.pixels.count >= 64 && picture.pixels.allSatisfy { (19...24).contains($0.x) }, "\(size)")
      let area = try TracePicture.area(circle)
      #expect(area.pixels.isSuperset(of: picture.pixels), "\(size)")
      #expect(area.pixels.contains(PixelPosition(x: 60, y: 3)) && !area.pixels.contains(PixelPosition(x: 10, y: 3)))
      let box = Shape.roundedRect(Point(x: 7, y: 9), Point(x: size, y: size), radius: 6)
      #expect(try TracePicture(box).pixels.count < 130)
      #expect(try TracePicture.area(box).pixels.contains(PixelPosition(x: 60, y: 60)))
    }
  }
}
