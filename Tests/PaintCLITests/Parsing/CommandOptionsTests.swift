import Testing

@testable import PaintCLI

/// Which options each command takes, according to the contract; all others are exit 64.
@Suite("Options of commands") struct CommandOptionsTests {
  private static let common = "document json quiet wait help version"
  private static let edit = "name author dry-run out force expect"
  private static let gradients = "paint-box dither"
  private static let style = "color width opacity blend linear \(gradients)"
  private static let edges = "antialias snap points-from"
  private static let arrows = "arrow arrow-size arrow-shape"
  private static let soft = "hardness flow spacing taper"
  private static let dashes = "cap join dash dash-offset"
  private static let reading = "page orientation lenient range max-pixels"
  private static let writing = "format quality subsampling progressive lossless background"
  private static let png = "compression rgba strip colors dither"

  /// By command: a line without options, and the names of its options except the common ones.
  static let contract: [String: (line: String, options: String)] = [
    "new": ("new a.paint", "size background from replace author \(reading)"),
    "stroke pencil": ("stroke pencil 1,1", "\(style) \(arrows) \(soft) pressure smooth \(edges) \(edit)"),
    "stroke line": ("stroke line 1,1 2,2", "\(style) \(arrows) \(dashes) \(soft) \(edges) \(edit)"),
    "stroke rect": ("stroke rect 1,1,5x5", "\(style) fill radius align \(dashes) \(edges) \(edit)"),
    "stroke ellipse": ("stroke ellipse 1,1,5x5", "\(style) fill align \(dashes) \(edges) \(edit)"),
    "stroke polygon": ("stroke polygon 1,1 2,2 1,2", "\(style) fill fill-rule \(dashes) \(edges) \(edit)"),
    "stroke path": ("stroke path M1,1", "\(style) fill fill-rule \(arrows) \(dashes) antialias snap \(edit)"),
    "stroke curve": (
      "stroke curve 1,1 2,2", "\(style) closed fill fill-rule \(arrows) \(dashes) \(soft) \(edges) \(edit)"
    ),
    "stroke eraser": ("stroke eraser 1,1", "width opacity to follow \(soft) pressure \(edges) \(edit)"),
    "stroke spray": ("stroke spray 1,1", "\(style) density dot seed antialias points-from \(edit)"),
    "stroke clone": ("stroke clone 1,1", "width opacity hardness offset \(edges) \(edit)"),
    "stroke smudge": ("stroke smudge 1,1", "width opacity strength hardness snap points-from \(edit)"),
    "stroke blur": ("stroke blur 1,1", "width opacity hardness radius \(edges) \(edit)"),
    "undo": ("undo", "dry-run out force expect"),
    "redo": ("redo", "dry-run out force expect"),
    "goto": ("goto 0", "dry-run out force expect"),
    "history": ("history", "limit all since grep region author thumbnails script files force"),
    "show": ("show", ""),
    "diff": ("diff 0", "tolerance metric out force exit-code \(reading) \(writing)"),
    "blame": ("blame 1,1", "at"),
    "status": ("status", "disk"),
    "pick": ("pick 1,1", "at"),
    "export": ("export a.png", "at region mask masked each force \(writing) \(png)"),
    "view": ("view", "region zoom grid diff protocol background \(reading)"),
    "info": ("info a.png", "page"),
    "batch": (
      "batch s.txt",
      "edit check keep-going from-line single from from-list skip-existing size \(reading) \(writing) \(png) \(edit)"
    ),
    "set": ("set", "\(style) fill radius hardness flow spacing \(arrows) \(dashes) antialias snap size font reset"),
    "group": ("group 2", "dry-run expect"),
    "ungroup": ("ungroup", "dry-run expect"),
    "name": ("name 1 X", "group dry-run expect"),
    "branch": ("branch", "move delete dry-run expect"),
    "fill": ("fill 1,1", "color opacity blend linear \(gradients) tolerance expand \(edit)"),
    "clear": ("clear", "\(gradients) \(edit)"),
    "background": ("background a.png", "opacity linear \(gradients) at anchor size scale method \(reading) \(edit)"),
    "replace": ("replace red blue", "tolerance \(edit)"),
    "filter": ("filter color-invert", "region \(edit)"),
    "select": (
      "select color 1,1",
      "add subtract intersect expand shrink feather tolerance antialias fill-rule \(reading) \(edit)"
    ),
    "text": (
      "text 1,1 A",
      "size font color opacity blend linear \(gradients) anchor align max-width background padding antialias outlines "
        + edit
    ),
    "crop": ("crop 1,1,5x5", "follow \(edit)"),
    "canvas": ("canvas 5x5", "anchor background follow \(edit)"),
    "resize": ("resize 5x5", "method follow \(edit)"),
    "rotate": ("rotate 90", "background follow \(edit)"),
    "flip": ("flip horizontal", "follow \(edit)"),
    "trim": ("trim", "tolerance follow \(edit)"),
    "place": ("place a.png", "at anchor size scale method opacity blend linear \(reading) \(edit)"),
    "import": ("import a.png", "everywhere replace \(reading) \(edit)"),
    "run": ("run true", edit),
    "revert": ("revert 1", "as-typed last \(edit)"),
    "amend": (
      "amend 1",
      "drop before after by text points file from as-typed skip-failing keep-branches descendants rerun yes name author "
        + "dry-run out force expect"
    ),
    "rebase": (
      "rebase", "script interactive onto as-typed skip-failing keep-branches rerun yes dry-run out force expect"
    ),
    "repeat": ("repeat 1", "by rerun yes author dry-run out force expect"),
    "restore": ("restore 1,1,5x5", "at follow \(edit)"),
    "timelapse": ("timelapse a.png", "fps max from to force"),
    "check": ("check", "replay repair recover"),
    "watch": ("watch", "since exec count view region zoom grid protocol background"),
    "limit": ("limit", "steps bytes side-age dry-run expect"),
    "gc": ("gc", "dry-run expect"),
    "forget": ("forget", "before branch all unconfirmed dry-run expect"),
    "fonts": ("fonts", ""),
    "completion": ("completion bash", ""),
    "schema": ("schema", ""),
  ]

  @Test("the contract contains all commands")
  func all() { #expect(Set(Self.contract.keys) == Set(CommandTable.all.map(\.title))) }

  @Test("a command takes its options, and every other one is exit 64", arguments: contract.keys.sorted())
  func options(title: String) throws {
    let (plain, names) = try #require(Self.contract[title])
    let taken = Set("\(names) \(Self.common)".split(separator: " ").map(String.init))
    for option in OptionTable.all {
      for spelled in Self.spellings(option) {
        let line = "\(plain) \(spelled)"
        let failure = Self.failure(line)
        // Others are options of the step.
        if taken.contains(option.name) || title == "amend" {
          #expect(failure == nil, "\(line): \(String(describing: failure))")
        } else {
          #expect(failure?.exitCode == .usage, "\(line): \(String(describing: failure))")
          let code: FailureCode = title == "filter" ? .unknownParameter : .unknownOption
          #expect(failure?.code == code, "\(line): \(String(describing: failure))")
        }
      }
    }
  }

  @Test("if an option is given twice the last one counts, but a second document, file, position or revision is exit 64")
  func twice() throws {
    let once: Set = ["document", "from", "from-list", "out", "at", "to"]
    for option in OptionTable.all {
      guard case .value = option.form else { continue }
      let entry = Self.contract.first { " \($0.value.options) \(Self.common) ".contains(" \(option.name) ") }
      let plain = try #require(entry, "\(option.name)").value.line
      for line in ["\(plain) --\(option.name) 1 --\(option.name)=2", "--\(option.name)=1 \(plain) --\(option.name) 2"] {
        do throws(Failure) {
          let read = try parsed(line)
          #expect(!once.contains(option.name), "\(line)")
          #expect(read.text(option.id) == "2", "\(line)")
        } catch {
          #expect(once.contains(option.name), "\(line)")
          #expect(error.exitCode == .usage && error.message == "--\(option.name) is given twice", "\(line): \(error)")
        }
      }
    }
    for line in ["status -d a --document b", "-da status -d=b", "status --document=a -qd a"] {
      #expect(Self.failure(line)?.message.hasSuffix("is given twice") == true, "\(line)")
    }
  }

  /// The spellings of an option, with a value if it takes one.
  private static func spellings(_ option: OptionSpec) -> [String] {
    switch option.form {
    case .flag: ["--\(option.name)"]
    case .reversible: ["--\(option.name)", "--no-\(option.name)"]
    case .value: ["--\(option.name) 1", "--\(option.name)=1"]
    case .optionalValue: ["--\(option.name)", "--\(option.name)=1"]
    }
  }

  /// The failure of a line's words; a filter reads its own.
  private static func failure(_ text: String) -> Failure? {
    do throws(Failure) {
      let line = try parsed(text)
      guard line.command == .filter, !line.has(.help), !line.has(.version), let canvas = LineContext.small else {
        return nil
      }
      _ = try FilterWords.read(line, canvas: canvas.canvas)
      return nil
    } catch {
      return error
    }
  }
}
