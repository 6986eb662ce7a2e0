/// Lines of scripts for a small canvas; bytes choose the verbs and the values.
enum ScriptGrammar {
  /// A script of a few lines.
  static func script(_ choices: inout Choices) -> String {
    var script = ""
    for _ in 0..<24 where !choices.isAtEnd { script += line(&choices) + "\n" }
    return script
  }

  private static func line(_ choices: inout Choices) -> String {
    var line = ""
    var isValue = false
    for character in choices.pick(lines) {
      switch character {
      case "{": isValue = true
      case "}": isValue = false
      default: if isValue { line += value(character, &choices) } else { line.append(character) }
      }
    }
    for _ in 0..<choices.number(below: 3) { line += " " + options(&choices) }
    return line
  }

  /// The text for a letter in braces.
  private static func value(_ letter: Character, _ choices: inout Choices) -> String {
    switch letter {
    case "p": number(&choices) + "," + number(&choices)
    case "n": number(&choices)
    case "i": choices.pick(["1", "2", "3", "0", "5", "99", "-1", "1000000000000"])
    case "b": number(&choices) + "," + number(&choices) + "," + choices.pick(sizes)
    case "s": choices.pick(sizes + ["50%", "30x", "x20", "0x5", "130%"])
    case "c": choices.pick(colors)
    case "r": choices.pick(["0", "1", "2", "r3", "4", "5", "7", "9", "start", "current", "latest", "twig", "999"])
    case "w": choices.pick(["Name", "twig", "'a b'", "é", "leaf", "''", "current", "r1", "-x"])
    case "f": Scratch.folder.string + choices.pick(["/picture.png", "/out.png", "/missing.png", "/odd.pam", "/script"])
    case "d": (0...choices.number(below: 8)).map { _ in pathCommand(&choices) }.joined()
    case "o": choices.pick(angles)
    case "a": choices.pick(["center", "top-left", "bottom-right", "left", "bottom"])
    case "m": choices.pick(["nearest", "bilinear", "bicubic", "lanczos3"])
    case "g": filter(&choices)
    default: ""
    }
  }

  private static func number(_ choices: inout Choices) -> String {
    choices.pick([
      "10", "0", "5.5", "20", "33", "40", "-3", "0.001", "31.9999", "32", "64", "100", "50%", "-1e3", "1e6", "65536",
      "-65536.5", "7.25", "1e9", "12", "3", "17",
    ])
  }

  private static let sizes = ["10x10", "1x1", "32x32", "40x30", "64x33", "100x5", "3x70", "0.5x0.5", "96x96"]
  private static let angles = ["90", "180", "270", "-90", "45", "0", "1", "359.5", "360", "1e9", "33.3"]
  private static let colors = [
    "red", "#00ff0080", "none", "white", "#12345678", "'hsl(200, 80%, 50%)'", "'rgb(1 2 3 / 50%)'", "#fff0", "bluee",
  ]

  private static func pathCommand(_ choices: inout Choices) -> String {
    switch choices.pick(Array("MLlCqaZTsHvm")) {
    case "M": "M\(number(&choices)) \(number(&choices))"
    case "m": "m\(number(&choices)) \(number(&choices))"
    case "L": "L\(number(&choices)) \(number(&choices))"
    case "l": "l\(number(&choices)),\(number(&choices))"
    case "C": "C" + (0..<6).map { _ in number(&choices) }.joined(separator: " ")
    case "s": "s" + (0..<4).map { _ in number(&choices) }.joined(separator: " ")
    case "q": "q" + (0..<4).map { _ in number(&choices) }.joined(separator: " ")
    case "T": "T\(number(&choices)) \(number(&choices))"
    case "a": "a\(number(&choices)) \(number(&choices)) 30 0 1 \(number(&choices)) \(number(&choices))"
    case "H": "H\(number(&choices))"
    case "v": "v\(number(&choices))"
    default: "Z"
    }
  }

  private static func filter(_ choices: inout Choices) -> String {
    choices.pick([
      "invert", "gray", "sepia", "blur --radius 3", "blur --radius 40", "box-blur --radius 5", "median --radius 2",
      "noise", "pixellate --scale 7", "posterize --levels 3", "threshold", "sharpen --radius 2", "vignette", "edges",
      "shadow", "levels", "hue --angle 40", "gamma --power 2", "exposure --ev 1", "monochrome", "color-controls",
      "color-matrix", "blur --radius 1000", "pixellate --scale 0", "nonsense",
    ])
  }

  private static func options(_ choices: inout Choices) -> String {
    switch choices.number(below: 25) {
    case 0: "--width " + number(&choices)
    case 1: "--color " + choices.pick(colors)
    case 2: "--fill " + choices.pick(colors)
    case 3:
      "--opacity "
        + choices.pick([
          "0.5", "0", "1", "2", "1e-9", "1 --blend multiply", "0.5 --blend copy", "0.7 --blend hue --linear",
        ])
    case 4: "--dash"
    case 5: "--dash " + number(&choices) + "," + number(&choices)
    case 6: "--dash-offset " + number(&choices)
    case 7: "--cap " + choices.pick(["butt", "square", "round"])
    case 8: "--join " + choices.pick(["miter", "bevel", "round"])
    case 9: "--no-antialias"
    case 10: "--no-snap"
    case 11: "--radius " + number(&choices)
    case 12:
      "--arrow " + choices.pick(["end", "both", "start"]) + " --arrow-shape "
        + choices.pick(["filled", "open", "dot", "bar"])
    case 13: "--fill-rule evenodd"
    case 14: "--name " + choices.pick(["A", "'b c'", "''", "é"])
    case 15: "--expect " + choices.pick(["r1", "r3", "r7"])
    case 16: "--region " + number(&choices) + "," + number(&choices) + "," + choices.pick(sizes)
    case 17: "--tolerance " + choices.pick(["0", "10", "255", "256"])
    case 18: "--expand " + choices.pick(["1", "40", "65536"])
    case 19: "--all"
    case 20: "--at " + choices.pick(["start", "2", "latest", "1,1", "center", "right-2,bottom-2"])
    case 21: "--flow " + choices.pick(["0.2", "1", "0", "50%"]) + " --hardness " + choices.pick(["0", "0.5", "1"])
    case 22: "--spacing " + choices.pick(["none", "0.1", "0.01", "3", "10"])
    case 23: "--strength " + choices.pick(["0", "0.5", "1", "2"])
    default: "--anchor " + choices.pick(["center", "bottom-right"])
    }
  }

  private static let lines = [
    "stroke pencil {p} {p} {p},0.5 {p}", "stroke pencil {p}", "stroke line {p} {p}", "stroke rect {b}",
    "stroke rect {p} {p}", "stroke ellipse {b}", "stroke polygon {p} {p} {p} {p}", "stroke path 'M1 1{d}'",
    "stroke curve {p} {p} {p} {p}", "stroke curve {p} {p} {p} --closed",
    "stroke eraser {p} {p} --width {n}", "stroke smudge {p} {p},0.5 {p}", "stroke spray {p} {p}", "undo {i}", "undo",
    "redo", "redo {i}", "goto {r}", "history",
    "history --json",
    "history --script", "show {r}", "diff {r} {r}", "blame {p}", "status", "pick {p} {p}",
    "set --width {n} --color {c}", "set --reset", "group begin {w}", "group end", "group begin", "group end",
    "group {i} {w}", "ungroup", "name {r} {w}", "branch {w} {r}", "branch {w} --delete", "branch {w} --move", "branch",
    "revert {r}", "restore {b} --at {r}", "restore --at {r}", "fill {p} --color {c}", "fill {p}",
    "clear", "clear {c}", "background {c}", "background {f}", "clear pattern({f})",
    "replace {c} {c}", "filter {g}", "filter {g} + {g}", "crop {b}", "canvas {s} --anchor {a}",
    "resize {s} --method {m}", "rotate {o}",
    "flip horizontal", "flip vertical", "trim", "place {f}", "place {f} --at {p} --scale {n}", "place {f} --size {s}",
    "import {f}", "export {f}", "export {f} --region {b}", "timelapse {f}",
    "text {p} x --size {n} --outlines '20x10;100 M0 0{d}@{p} {p}'", "limit", "status --disk", "nonsense {p}",
  ]
}
