import PaintHistory
import SystemPackage

/// `paint check`: checks the whole drawing; with `--repair` rebuilds the index from the packs.
struct CheckCommand {
  static let spec = CommandSpec(
    .check, purpose: .maintenance, alsoCalled: ["verify", "fsck", "repair", "fix"],
    summary: "check the whole drawing and report what is wrong",
    examples: {
      [
        Example("paint check", "read and compare everything; changes nothing"),
        Example("paint check --repair", "rebuild the index if something is wrong"),
        Example("paint check --replay", "also make every step again and compare the pictures"),
      ]
    },
    answers: { [.check] },
    details: [
      "Every row, pack, checksum, fingerprint, command and name. Exit 65 if something is wrong and not",
      "repaired; a repair cannot restore lost files of imported pictures, nor damaged commands and names.",
      "Damaged parts are kept in a folder of the drawing. Steps that are not in the index, for example",
      "after a lost log, are a warning: --recover adds them, forget --unconfirmed deletes them.",
    ], options: [.repair, .recover, .replay],
    standalone: { (line, console) throws(Failure) in try CheckCommand(line, console: console).run() })

  private let line: ParsedLine
  private let console: Console

  init(_ line: ParsedLine, console: Console) {
    self.line = line
    self.console = console
  }

  /// Checks, prints and returns the exit code: 0 if nothing is wrong or everything was repaired.
  func run() throws(Failure) -> ExitCode {
    let options = try Session.options(line)
    let path = try DocumentLocator.path(line, on: options.disk)
    // A repair moves damaged files aside before it reads.
    let isReading = !line.has(.repair) && !line.has(.recover)
    let progress = Progress(
      "reading \(path.string)", console: console, clock: options.disk,
      interruption: isReading ? Progress.nothingChanged : Progress.partIsDone)
    let check = DocumentCheck(of: path, options: options, fault: { $0.fault }) { progress.show($0, of: $1) }
    let isRepair = line.has(.repair)
    let recovered = try line.has(.recover) ? recover(at: path, options) : nil
    var report: CheckReport
    do throws(HistoryError) {
      report = try isRepair ? DocumentRepair(check).run() : check.run()
    } catch {
      progress.clear()
      let failure = Failure(error, document: path)
      // The recovered steps are saved, so the command did not fail.
      guard let recovered, !recovered.revisions.isEmpty, error.isDiskFailure else { throw failure }
      console.warn("the steps are recovered, but the drawing could not be checked: \(failure.message)")
      if console.isJSON { writeJSON(nil, recovered) }
      console.endCommand()
      return .done
    }
    progress.clear()
    if line.has(.replay), report.problems.isEmpty || report.isRepaired {
      let problem = try replay(at: path)
      report.problems += problem
      report.unrepairable += problem
    }
    defer { console.endCommand() }
    if report.unconfirmed > 0 {
      let (packs, isOne) = (Self.counted(report.unconfirmed, "pack"), report.unconfirmed == 1)
      console.warn(
        recovered == nil
          ? Session.unconfirmedWarning(report.unconfirmed)
          : "\(packs) \(isOne ? "is" : "are") left with names, groups or incomplete steps, which cannot be recovered: "
            + "paint forget --unconfirmed deletes \(isOne ? "it" : "them")")
    }
    if console.isJSON { writeJSON(report, recovered) } else { printWords(report, isRepair: isRepair) }
    let left = report.isRepaired ? report.unrepairable : report.problems
    return left.isEmpty ? .done : .damagedInput
  }

  /// Makes every step again; the first that is not what its command draws, if there is one.
  private func replay(at path: FilePath) throws(Failure) -> [CheckProblem] {
    let session = try Session(line, for: .dryRun, console: console, at: path)
    let progress = Progress(
      "replaying \(path.string)", console: console, clock: session.history.options.disk,
      interruption: Progress.nothingChanged)
    defer { progress.clear() }
    var check = ReplayCheck(session)
    try session.catching { try check.run { progress.show($0, of: $1) } }
    return check.first.map { step in
      [
        CheckProblem(
          code: .stepDiffers,
          message: "r\(step.number) \(step.name) is not what its command draws: \(step.command)", revision: step.number)
      ]
    } ?? []
  }

  /// Adds the complete steps of unconfirmed packs as branches.
  private func recover(at path: FilePath, _ options: History.Options) throws(Failure) -> RecoveryResult {
    let recovered = try Failure.catching(path) {
      let history = try History(at: path, for: .editing, options: options)
      try history.beginEditing()
      var recovered = try history.recoverUnconfirmed()
      try history.commit()
      do throws(HistoryError) {
        try history.beginEditing()
        recovered.packsLeft = try history.removeRecoveredPacks()
        try history.endEditing()
      } catch {
        // The steps are part of the drawing again; their packs only take space.
        guard error.isDiskFailure else { throw error }
        console.warn("the recovered steps are kept, but their unconfirmed packs could not be removed")
      }
      return recovered
    }
    guard !console.isJSON else { return recovered }
    for branch in recovered.branches {
      console.report("recovered \(branch.name) on r\(branch.revision)")
    }
    if recovered.revisions.isEmpty { console.report("recovered nothing: there is no complete unconfirmed step") }
    return recovered
  }

  private func printWords(_ report: CheckReport, isRepair: Bool) {
    for problem in report.problems { console.print(Failure.oneLine(problem.message)) }
    let found = Self.counted(report.problems.count, "problem")
    let counts = [
      Self.counted(report.revisions, "revision"), Self.counted(report.packs, "pack"),
      Self.counted(report.tiles, "tile"),
    ].joined(separator: ", ")
    if report.isRepaired {
      if let lost = report.problems.first(where: { $0.code == .copiedInUse })?.revision {
        console.print("the drawing is at r\(lost) or before it: every revision that is left is whole")
      }
      if report.losesTiles { console.print("lost tiles show their previous versions") }
      for remark in report.remarks { console.print(remark) }
      if let folder = report.keptAside { console.print("damaged parts are kept in \(Failure.oneLine(folder.string))") }
      let repaired = Self.counted(report.problems.count - report.unrepairable.count, "problem")
      console.report("repaired: \(repaired); \(counts)")
      printUnrepairable(report)
    } else if report.problems.isEmpty {
      let more = Self.unneeded(report).map { "; \($0)" }.joined()
      console.report("ok: \(counts)\(more)\(isRepair ? "; nothing to repair" : "")")
    } else {
      console.print(found)
      if isRepair { printUnrepairable(report) }
    }
  }

  /// What is said about packs that the index does not need.
  private static func unneeded(_ report: CheckReport) -> [String] {
    var notes: [String] = []
    if report.unsortedPacks > 0 {
      let (packs, isOne) = (counted(report.unsortedPacks, "more pack"), report.unsortedPacks == 1)
      notes.append(
        "the index does not need \(packs); a check tells what \(isOne ? "it is" : "they are") when no other command is "
          + "writing and the drawing can be locked")
    }
    if report.leftovers > 0 {
      let (packs, isOne) = (counted(report.leftovers, "more pack"), report.leftovers == 1)
      notes.append(
        "\(packs) \(isOne ? "is" : "are") not needed any longer: paint gc deletes \(isOne ? "it" : "them")")
    }
    if report.damagedLeftovers > 0 {
      let (packs, isOne) = (counted(report.damagedLeftovers, "damaged pack"), report.damagedLeftovers == 1)
      notes.append(
        "\(packs) \(isOne ? "is" : "are") not needed any longer: paint gc sets \(isOne ? "it" : "them") aside, then "
          + "paint forget --unconfirmed deletes \(isOne ? "it" : "them")")
    }
    return notes
  }

  /// How many packs a gc deletes or sets aside; nil if that is not known.
  private static func leftovers(_ report: CheckReport?) -> Int? {
    guard let report, report.unsortedPacks == 0 else { return nil }
    return report.leftovers + report.damagedLeftovers
  }

  /// Prints the problems that a repair could not fix.
  private func printUnrepairable(_ report: CheckReport) {
    guard !report.unrepairable.isEmpty else { return }
    console.print(
      "\(Self.counted(report.unrepairable.count, "problem")) left: a repair cannot restore lost files of "
        + "imported pictures, nor damaged commands and names; every revision is whole, but history --script needs them")
  }

  /// - Parameter report: nil if the drawing could not be checked.
  private func writeJSON(_ report: CheckReport?, _ recovered: RecoveryResult?) {
    console.json.beginObject()
    console.json.objects("problems", report?.problems ?? []) { json, problem in
      json.field("code", problem.code.rawValue)
      json.field("message", problem.message)
      json.field("revision", problem.revision)
      json.field("pack", problem.pack)
    }
    console.json.field("revisions", report?.revisions)
    console.json.field("packs", report?.packs)
    console.json.field("tiles", report?.tiles)
    console.json.field("repaired", report?.isRepaired ?? false)
    console.json.field("left", report.map { ($0.isRepaired ? $0.unrepairable : $0.problems).count })
    console.json.array("remarks", report?.remarks ?? []) { json, remark in json.value(remark) }
    console.json.field("kept", report?.keptAside)
    console.json.field("unconfirmed", report?.unconfirmed)
    console.json.field("leftovers", Self.leftovers(report))
    console.json.objects("recovered", recovered?.branches ?? []) { json, branch in
      json.field("branch", branch.name)
      json.field("revision", branch.revision)
    }
    console.json.field("warnings", console.warnings)
    console.json.endObject()
    console.json.endLine()
  }

  private static func counted(_ number: Int, _ noun: String) -> String {
    "\(NumberText.grouped(number)) \(noun)\(number == 1 ? "" : "s")"
  }
}

extension OptionSpec {
  static let repair = OptionSpec(.repair, "repair", .flag, "if something is wrong, rebuild the index from the packs")
  static let replay = OptionSpec(
    .replay, "replay", .flag, "make every step again, and name the first that is not what its command draws")
  static let recover = OptionSpec(
    .recover, "recover", .flag, "add the complete steps of unconfirmed packs as a branch recovered-N")
}
