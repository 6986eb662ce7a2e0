import PaintFilters
import Testing

/// `paint filter`: filters found by name, described by their table, applied to a region.
@Suite("Contract: filter")
struct FilterVerbTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    _ = try shell.sh(
      """
      paint new art.paint --size 90x70 --background white
      paint stroke ellipse 10,10,60x50 --fill orange --color navy --width 5
      paint stroke line 0,0 90,70 --color 00800080 --width 9
      """)
  }

  @Test("the list names every filter, and JSON describes every parameter")
  func listing() throws {
    let text = try shell.sh("cd /; paint filter")
    #expect(text.code == 0)
    let rows = text.output.split(separator: "\n")
    let list = try shell.sh("cd /; paint filter --json").json.elements
    #expect(rows.count == list.count && list.count >= 21)
    for entry in list {
      let name = try #require(entry["name"].text)
      #expect(rows.contains { $0.hasPrefix(name) })
      #expect(entry["summary"].text?.isEmpty == false)
      let help = try shell.paint("filter \(name) --help")
      let single = try shell.paint("filter \(name) --help --json").json
      #expect(single["name"].text == name)
      for parameter in entry["parameters"].elements {
        let option = try #require(parameter["name"].text)
        #expect(help.output.contains("--\(option) "), "\(name)")
        #expect(parameter["summary"].text?.hasSuffix(".") == true, "\(name) \(option)")
      }
    }
    let names = list.compactMap { $0["name"].text } + list.flatMap { $0["aliases"].elements.compactMap(\.text) }
    #expect(Set(names).count == names.count)
    for name in [
      "gaussian-blur", "blur", "box-blur", "median", "unsharp-mask", "sharpen", "color-controls", "exposure-adjust",
      "gamma-adjust", "hue-adjust", "levels", "color-matrix", "color-invert", "invert", "grayscale", "sepia-tone",
      "sepia",
      "color-monochrome", "color-posterize", "posterize", "color-threshold", "vignette", "pixellate", "edges", "noise",
      "drop-shadow",
    ] {
      #expect(names.contains(name))
    }
  }

  @Test("every filter is a step with its defaults, is repeated by its command, and only changes its region")
  func everyFilter() throws {
    for description in FilterCatalog.descriptions {
      let before = try shell.picture()
      // Here is no room for a shadow.
      if description.name == "drop-shadow" { continue }
      let words = description.example.map { " \($0)" } ?? ""
      let outcome = try shell.paint("filter \(description.name)\(words) --region 20,15,40x30 --json")
      #expect(outcome.code == 0, "\(outcome)")
      let after = try shell.picture()
      let difference = after.difference(from: before)
      #expect(try outcome.json["pixels"].int == difference.count, "\(description.name)")
      let bounds = try #require(difference.bounds)
      #expect(bounds[0] >= 20 && bounds[1] >= 15 && bounds[0] + bounds[2] <= 60 && bounds[1] + bounds[3] <= 45)
      let last = try #require(shell.paint("history --json").json.elements.last)
      #expect(last["name"].text?.lowercased() == description.name.split(separator: "-").joined(separator: " "))
      _ = try shell.paint("undo")
      #expect(try shell.paint(last["command"].text ?? "").code == 0)
      #expect(try shell.picture() == after, "\(last["command"].text ?? "")")
      _ = try shell.paint("undo")
    }
  }

  @Test("a value out of range is rejected with the range, for every parameter that has one")
  func ranges() throws {
    for description in FilterCatalog.descriptions {
      for parameter in description.parameters {
        guard let range = parameter.range else { continue }
        let bad = range.upperBound + 1
        let value: String
        switch parameter.kind {
        case .vector(let count): value = Array(repeating: "\(bad)", count: count).joined(separator: ",")
        case .point: value = "\(bad),\(bad)"
        case .integer: value = "\(Int(bad))"
        default: value = "\(bad)"
        }
        let outcome = try shell.paint("filter \(description.name) --\(parameter.name) \(value)")
        #expect(outcome.code == 64 && outcome.errors.contains("out of range"), "\(description.name): \(outcome)")
      }
    }
  }
}
