import Glibc
import PaintTestSupport
import SystemPackage
import Testing

/// Commands that make temporary files, ended by signals right before each of their mutating system calls.
@Suite("Contract: leftovers", .enabled(if: TracedProgram.obstacle == nil))
struct LeftoverTests {
  /// Commands, and their standard input.
  static let commands: [(line: String, input: String?)] = [
    ("-d art.paint export photo.png", nil), ("-d art.paint export fresh.png", nil),
    ("-d art.paint export photo%d.png --each", nil), ("-d art.paint timelapse photo.png", nil),
    ("-d art.paint diff r0 r1 --out photo.png", nil),
    ("new b.paint --size 40x30 --background red", nil), ("new b.paint --from photo.png", nil),
    ("new art.paint --from photo.png --replace", nil),
    ("batch script --from photo.png --out drawn.png", nil), ("batch script --from photo.png --out out.png", nil),
    ("batch script --size 200x100 --background red --out out.png", nil),
    // Several pictures at once.
    ("batch script --from-list names --out made/{name}", nil), ("batch script --from-list names --out {name}", nil),
    ("-d art.paint batch script --dry-run", nil), ("-d art.paint stroke line 0,0 99,70 --dry-run", nil),
    ("-d art.paint import drawn.png", nil), ("-d art.paint import drawn.png --dry-run", nil),
    // The file is kept already.
    ("-d kept.paint import drawn.png", nil),
    ("-d art.paint import -", "photo.ppm"), ("-d art.paint place - --at 3,3", "photo.ppm"),
    ("-d art.paint place photo.ppm --at 3,3 --dry-run", nil), ("-d art.paint select photo.png", nil),
    ("-d art.paint run -- cp drawn.png {}", nil), ("-d art.paint run --dry-run -- cp drawn.png {}", nil),
    ("-d art.paint history --script --files pictures", nil), ("-d kept.paint history --script --files pictures", nil),
    ("-d art.paint check", nil), ("-d art.paint gc --dry-run", nil),
    ("-d art.paint background photo.ppm", nil), ("-d art.paint background - --at 3,3 --dry-run", "photo.ppm"),
    ("-d art.paint stroke rect 5,5,60x40 --fill pattern(photo.ppm)", nil),
    ("-d art.paint fill 2,2 --color pattern(drawn.png) --dry-run", nil),
    ("-d art.paint check --repair", nil), ("-d lost.paint check --repair", nil),
  ]

  /// A folder with drawings and pictures; temporary files go to a folder in it.
  private static func prepared() throws -> Shell {
    let shell = try Shell()
    try files.get().restore(in: shell.folder)
    return shell
  }

  private static let files = Result {
    let shell = try made()
    return try withExtendedLifetime(shell) { try SavedFolder(shell.folder) }
  }

  private static func made() throws -> Shell {
    let shell = try Shell()
    let outcome = try shell.sh(
      """
      paint new art.paint --size 100x80 --background white && paint stroke rect 5,5,60x40 --fill teal
      paint stroke pencil 10,10 90,70 --width 9 && paint export photo.png --at r0 && paint export drawn.png --at r2
      cp photo.png photo1.png && paint new kept.paint --from photo.png && paint -d kept.paint import drawn.png
      paint -d kept.paint import photo.png
      printf 'P6 100 80 255\\n' >photo.ppm && head -c 24000 /dev/zero >>photo.ppm
      cp photo.png photo2.png && mkdir temporary made
      cp -r kept.paint lost.paint && rm lost.paint/index.sqlite*
      """)
    try #require(outcome.code == 0, "\(outcome)")
    try shell.write("names", "photo1.png\nphoto2.png\nphoto.png\n")
    try shell.write(
      "script",
      """
      stroke rect 50,50,40x20 --fill red
      select ellipse 20,9,70x60 --feather 5
      clear 'linear-gradient(red, blue)'
      place drawn.png --at 9,9
      stroke line 0,70 99,70

      """)
    return shell
  }

  /// Scripts over one picture do not fit in memory, so that they have a private folder.
  private static func environment(_ shell: Shell) -> [String: String] {
    shell.environment.merging(["TMPDIR": shell.path("temporary"), "PAINT_HISTORY_MEMORY": "1"]) { $1 }
  }

  /// Leftover files.
  private static func leftovers(_ shell: Shell) throws -> [String] {
    var found = try shell.names().filter { $0.hasPrefix(".") }
    let folders = [
      "temporary", "art.paint", "art.paint/files", "kept.paint", "kept.paint/files", "b.paint", "pictures", "made",
      "lost.paint", "lost.paint/files", "former.paint", "former.paint/files",
    ]
    for folder in folders {
      guard let names = try? shell.names(in: folder) else { continue }
      found += names.filter { folder == "temporary" || $0.hasPrefix(".") }.map { "\(folder)/\($0)" }
    }
    return found
  }

  private struct Trial {
    let command: (line: String, input: String?)
    let shell: Shell
    let files: SavedFolder

    /// Runs the command, in the prepared folder.
    func run(_ call: Int?, by signal: CInt = SIGKILL) throws -> TracedProgram {
      try files.restore(in: shell.folder)
      return try TracedProgram.run(
        Shell.program, command.line.split(separator: " ").map(String.init),
        environment: LeftoverTests.environment(shell), in: shell.folder,
        input: command.input.map { FilePath(shell.path($0)) }, killedBefore: call, by: signal)
    }
  }

  private static func trial(_ number: Int, _ body: (Trial, Int) throws -> Void) throws {
    let shell = try prepared()
    let files = try SavedFolder(shell.folder)
    let trial = Trial(command: commands[number], shell: shell, files: files)
    let whole = try trial.run(nil)
    try #require(whole.ending == .exited(0), "\(commands[number])")
    #expect(try leftovers(shell) == [], "\(commands[number])")
    try body(trial, whole.calls)
  }

  /// Whether a command made fewer calls than when they were counted: those of threads depend on which is first.
  private static func neverCame(_ call: Int, _ outcome: TracedProgram) -> Bool {
    outcome.ending == .exited(0) && outcome.calls < call
  }

  /// All of these signals if tests are thorough, otherwise one, which differs from call to call.
  private static func signals(at call: Int, of all: [CInt]) -> [CInt] { isThorough ? all : [all[call % all.count]] }

  @Test("a command that a signal ends removes its temporary files", arguments: commands.indices)
  func ended(number: Int) throws {
    try Self.trial(number) { (trial: Trial, calls: Int) throws in
      let tried = killPoints(of: calls, atMost: 3)
      FaultLine.say("signals", trial.command.line, cases: tried.count * (isThorough ? 3 : 1))
      for call in tried {
        for signal in Self.signals(at: call, of: [SIGINT, SIGTERM, SIGHUP]) {
          let place = "\(trial.command.line), signal \(signal) before call \(call) of \(calls)"
          // A script notices Ctrl-C between two lines and says what is kept; the shell sees 130 in both cases.
          let outcome = try trial.run(call, by: signal)
          let isInterrupted = signal == SIGINT && outcome.ending == .exited(130)
          #expect(
            isInterrupted || outcome.ending == .killed(signal: Int(signal)) || Self.neverCame(call, outcome),
            "\(place): \(outcome.ending)")
          #expect(try Self.leftovers(trial.shell) == [], "\(place)")
        }
      }
    }
  }

  @Test(
    "a signal during a commit waits for its end: no pack of a whole step stays outside of the index",
    arguments: [
      "stroke rect 5,5,60x40 --fill red", "replace white red", "name r1 Box", "select all", "undo", "group 2",
      "flip horizontal", "import photo.png",
    ])
  func commits(line: String) throws {
    let shell = try Self.prepared()
    let files = try SavedFolder(shell.folder)
    func run(_ call: Int?, _ signal: CInt) throws -> TracedProgram {
      try files.restore(in: shell.folder)
      return try TracedProgram.run(
        Shell.program, "-d art.paint \(line)".split(separator: " ").map(String.init),
        environment: Self.environment(shell), in: shell.folder, killedBefore: call, by: signal)
    }
    let calls = try run(nil, SIGTERM).calls
    for call in killPoints(of: calls, atMost: 6) {
      for signal in Self.signals(at: call, of: [SIGINT, SIGTERM, SIGHUP, SIGQUIT]) {
        let place = "\(line), signal \(signal) before call \(call) of \(calls)"
        let outcome = try run(call, signal)
        #expect(
          outcome.ending == .killed(signal: Int(signal)) || Self.neverCame(call, outcome), "\(place): \(outcome.ending)"
        )
        let checked = try shell.paint("-d art.paint check --json")
        #expect(try checked.code == 0 && checked.json["unconfirmed"].int == 0, "\(place): \(checked)")
        // A part of a step is removed by the next one.
        let next = try shell.paint("-d art.paint stroke pencil 1,1")
        #expect(next.code == 0 && next.errors == "", "\(place): \(next)")
        #expect(try shell.paint("-d art.paint check --json").json["leftovers"].int == 0, "\(place)")
      }
    }
  }

  @Test(
    "the next command removes the leftovers of a killed one", arguments: sample(of: Array(commands.indices), oneIn: 2))
  func killed(number: Int) throws {
    try Self.trial(number) { (trial: Trial, calls: Int) throws in
      var seen = 0
      let tried = killPoints(of: calls, atMost: 6)
      FaultLine.say("leftovers of the killed", trial.command.line, cases: tried.count)
      for call in tried {
        let place = "\(trial.command.line), killed before call \(call) of \(calls)"
        let outcome = try trial.run(call)
        #expect(outcome.ending == .killed(signal: 9) || Self.neverCame(call, outcome), "\(place): \(outcome.ending)")
        seen += try Self.leftovers(trial.shell).count
        let again = try trial.shell.paint(
          trial.command.line.split(separator: " ").map(String.init),
          input: trial.command.input.flatMap(trial.shell.contents) ?? [],
          with: Self.environment(trial.shell))
        // If the command had come far enough, the new document exists.
        let isThere = trial.command.line.hasPrefix("new b.paint") && again.code == 73
        #expect(again.code == 0 || isThere, "\(place): \(again)")
        #expect(try Self.leftovers(trial.shell) == [], "\(place)")
      }
      // Otherwise the test would prove nothing.
      let makesFolders = ["new ", "batch ", "run ", "check", "--dry-run"].contains { trial.command.line.contains($0) }
      #expect(!makesFolders || seen > 0, "\(trial.command.line)")
    }
  }

  @Test("nothing stays if too many files are open", arguments: sample(of: Array(commands.indices), oneIn: 2))
  func fewDescriptors(number: Int) throws {
    let (line, input) = Self.commands[number]
    let words = line.split(separator: " ").map { "'\($0)'" }.joined(separator: " ")
    let shell = try Self.prepared()
    let files = try SavedFolder(shell.folder)
    var hasFailed = false
    var successes = 0
    // With more descriptors than it needs, a command should do the same as with enough.
    for limit in 4...20 where isThorough || successes < 2 {
      let place = "\(line), \(limit) descriptors"
      try files.restore(in: shell.folder)
      let outcome = try shell.sh(
        "exec <\(input ?? "/dev/null"); ulimit -n \(limit); exec paint \(words)", with: Self.environment(shell))
      // The others of several pictures are made.
      let failures = line.contains("--from-list") ? [1, 74] : [74]
      #expect(([0, 127] + failures).contains(outcome.code), "\(place): \(outcome)")
      #expect(try Self.leftovers(shell) == [], "\(place)")
      hasFailed = hasFailed || failures.contains(outcome.code)
      successes = outcome.code == 0 ? successes + 1 : 0
    }
    // It needs few descriptors, and none for a private folder.
    #expect(hasFailed || line.contains("history"), "\(line)")
  }

  @Test("nothing stays if too many files are open when a signal ends a command")
  func fewDescriptorsAndSignal() throws {
    let shell = try Self.prepared()
    var hasEnded = false
    for limit in 4...20 {
      let outcome = try shell.sh(
        """
        ulimit -n \(limit); exec paint -d art.paint run --dry-run -- sh -c 'kill -TERM $PPID; cp drawn.png $0' {}
        """, with: Self.environment(shell))
      #expect([74, 127, 143].contains(outcome.code), "\(limit): \(outcome)")
      #expect(try Self.leftovers(shell) == [], "\(limit)")
      hasEnded = hasEnded || outcome.code == 143
    }
    #expect(hasEnded)
  }

  @Test("only items with the program's own names and without a living owner are removed")
  func others() throws {
    let shell = try Self.prepared()
    _ = try shell.sh(
      """
      cd temporary && mkdir .paint-0123456789abcdef .paint-0123456789abcdeg paint-0123456789abcdef .paint-0 mine
      touch mine/file && ln -s mine .paint-1111111111111111 && mkfifo .paint-2222222222222222
      """)
    let first = try shell.paint("-d art.paint stroke pencil 1,1 --dry-run", with: Self.environment(shell))
    #expect(first.code == 0, "\(first)")
    #expect(
      try shell.names(in: "temporary") == [
        ".paint-0", ".paint-0123456789abcdeg", ".paint-1111111111111111", ".paint-2222222222222222", "mine",
        "paint-0123456789abcdef",
      ])
    #expect(try shell.names(in: "temporary/mine") == ["file"])
    // Like a living process, which holds a lock.
    let held = try shell.sh(
      """
      mkdir temporary/.paint-fedcba9876543210 && flock temporary/.paint-fedcba9876543210 \
        paint -d art.paint stroke pencil 1,1 --dry-run && ls -d temporary/.paint-fedcba9876543210
      """, with: Self.environment(shell))
    #expect(held.code == 0 && held.output.hasSuffix(".paint-fedcba9876543210\n"), "\(held)")
  }

  @Test("an ignored signal stays ignored")
  func ignored() throws {
    let shell = try Self.prepared()
    let outcome = try shell.sh(
      """
      trap '' HUP; paint -d art.paint run --dry-run -- sh -c 'kill -HUP $PPID; cp drawn.png $0' {}
      """, with: Self.environment(shell))
    #expect(outcome.code == 0, "\(outcome)")
    #expect(try Self.leftovers(shell) == [])
  }
}
