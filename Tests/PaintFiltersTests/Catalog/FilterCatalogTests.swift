import PaintRaster
import Testing

@testable import PaintFilters

struct FilterCatalogTests {
  static let descriptions = FilterCatalog.descriptions

  @Test func `names and aliases are unique, sorted and in the same style`() {
    let names = Self.descriptions.map(\.name)
    #expect(names == names.sorted())
    let all = Self.descriptions.flatMap { [$0.name] + $0.aliases + $0.parameters.map(\.name) }
    #expect(all.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isLowercase || $0 == "-" } })
    let known = Self.descriptions.flatMap { [$0.name] + $0.aliases }
    #expect(Set(known).count == known.count)
  }

  @Test(arguments: descriptions)
  func `a description is complete, and its defaults and identities are valid`(_ filter: FilterDescription)
    throws
  {
    #expect(filter.summary.hasSuffix("."))
    #expect(Set(filter.parameters.map(\.name)).count == filter.parameters.count)
    for parameter in filter.parameters {
      #expect(parameter.summary.hasSuffix("."))
      try parameter.check(parameter.defaultValue, of: filter.name)
      if let identity = parameter.identity { try parameter.check(identity, of: filter.name) }
    }
  }

  @Test(arguments: descriptions)
  func `a filter without settings can be made by each of its names`(_ description: FilterDescription) throws {
    for name in [description.name] + description.aliases {
      let filter = try FilterCatalog.makeFilter(named: name)
      #expect(filter.description == description)
    }
  }

  @Test(arguments: descriptions)
  func `a filter with all identities set changes no picture`(_ description: FilterDescription) throws {
    let settings = description.parameters.compactMap { parameter in
      parameter.identity.map { (parameter: parameter.name, value: $0) }
    }
    guard !settings.isEmpty else { return }
    let filter = try FilterCatalog.makeFilter(named: description.name, settings: settings)
    #expect(filter.isIdentity)
    let picture = Pictures.noise(40, 30, seed: 3)
    let result = PixelBlock(picture.box)
    // Not with a chain, which would skip the filter.
    filter.apply(to: picture.source, writing: result.target, on: picture.canvas, with: .one)
    #expect(result.pixels == picture.pixels)
  }

  @Test func `unknown names and values of the wrong kind or out of range are rejected`() {
    func error(_ name: String, _ settings: [(parameter: String, value: FilterValue)]) -> FilterError? {
      do { _ = try FilterCatalog.makeFilter(named: name, settings: settings) } catch { return error }
      return nil
    }
    #expect(error("blurr", []) == .unknownFilter("blurr"))
    #expect(
      error("sepia", [("radius", .number(1))]) == .unknownParameter(filter: "sepia-tone", parameter: "radius"))
    let intensity = SepiaTone.description.parameters[0]
    for value in [-0.1, 1.1, .nan, .infinity] {
      guard case .outOfRange("sepia-tone", intensity, let found) = error("sepia", [("intensity", .number(value))])
      else {
        Issue.record("\(value) was not refused")
        continue
      }
      #expect(found == value || found.isNaN && value.isNaN)
    }
    #expect(error("sepia", [("intensity", .flag(true))]) == .wrongKind(filter: "sepia-tone", parameter: intensity))
    let levels = ColorPosterize.description.parameters[0]
    #expect(error("posterize", [("levels", .number(2.5))]) == .wrongKind(filter: "color-posterize", parameter: levels))
    let row = ColorMatrix.description.parameters[0]
    #expect(
      error("color-matrix", [("r-vector", .vector([1, 2]))]) == .wrongKind(filter: "color-matrix", parameter: row))
    #expect(
      error("color-matrix", [("r-vector", .vector([1, 2, 3, 1000]))])
        == .outOfRange(filter: "color-matrix", parameter: row, value: 1000))
  }

  @Test func `settings are applied, and of two for one parameter the last counts`() throws {
    let filter = try FilterCatalog.makeFilter(
      named: "color-controls",
      settings: [("contrast", .number(3)), ("contrast", .number(2)), ("saturation", .number(0))])
    let controls = try #require(filter as? ColorControls)
    #expect(controls.contrast == 2 && controls.saturation == 0 && controls.brightness == 0)
  }
}
