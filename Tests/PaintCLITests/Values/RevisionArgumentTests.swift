import PaintRaster
import Testing

@testable import PaintCLI

@Suite("RevisionArgument") struct RevisionArgumentTests {
  @Test(
    "revisions are read in all forms",
    arguments: [
      ("12", .number(12)), ("r12", .number(12)), ("r0", .number(0)), ("99999999999999999999", .number(.max)),
      ("start", .start), ("current", .current), ("latest", .latest),
      ("-1", .undone(1)), ("-3", .undone(3)), ("+1", .redone(1)), ("+20", .redone(20)),
      ("-99999999999999999999", .undone(.max)),
      ("r12~3", .before(.number(12), 3)), ("12~0", .before(.number(12), 0)), ("current~2", .before(.current, 2)),
      ("latest~1", .before(.latest, 1)), ("start~0", .before(.start, 0)),
      ("mybranch~1", .before(.named("mybranch"), 1)),
      ("Fill rect~1", .before(.named("Fill rect"), 1)), ("-1~2", .before(.undone(1), 2)),
      ("r12~3~1", .before(.number(12), 4)), ("r1~9223372036854775807~1", .before(.number(1), .max)),
      ("a~b~2", .before(.named("a~b"), 2)), ("HEAD~1", .before(.named("HEAD"), 1)),
    ] as [(String, RevisionArgument)])
  func forms(text: String, revision: RevisionArgument) throws {
    #expect(try read(text, RevisionArgument.parse) == revision)
  }

  @Test("times are read, also before a count", arguments: ["10m", "90s", "2h", "1w", "@{14:00}", "@{yesterday 9:30}"])
  func times(text: String) throws {
    let found = try read(text, PastMoment.scan)
    let moment = try #require(found)
    #expect(moment.text == text)
    #expect(try read(text, RevisionArgument.parse) == .moment(moment))
    #expect(try read("\(text)~2", RevisionArgument.parse) == .before(.moment(moment), 2))
    #expect(try read("\(text)..\(text)", RevisionRange.parse).last == .moment(moment))
  }

  @Test(
    "any other word is the name of a branch or a step",
    arguments: [
      "sketch", "r", "r-1", "1.0", "rr1", "head", "12a", "feature/x", "ünï", "☃", "#1", "never", "R12", "Start",
      "two words",
      "Fill rect", "x.PNG", "~", "~2", "a~", "a~b", "a~-1", "+", "+0", "+x", "10 m", "10M", "@", "@here", "{14:00}",
      "none!",
    ])
  func names(text: String) throws {
    #expect(try read(text, RevisionArgument.parse) == .named(text))
  }

  @Test(
    "a word that is no form and cannot be a name is refused",
    arguments: [
      "", "--", "-", "-0", "-x", "none", "None", "a..b", "..", "-x~1", "a..b~1", "@{", "@{}", "@{noon}", "@{14:00",
    ])
  func wrong(text: String) {
    #expect(failure(text, RevisionArgument.parse)?.code == .badValue)
  }

  @Test("what is read is shown as it can be typed")
  func shown() throws {
    for text in ["r12", "start", "-1", "+2", "r12~3", "Fill rect~1", "10m", "@{2 hours ago}", "sketch"] {
      #expect(try read(text, RevisionArgument.parse).text == text)
    }
  }

  @Test("the table of forms has words that are read, and each form but one is no name")
  func table() throws {
    for (words, _) in RevisionForm.all {
      for word in words { _ = try read(word, RevisionArgument.parse) }
    }
    let names = RevisionForm.all.filter { form in form.words.contains { BranchName.rejectionReason($0) == nil } }
    #expect(names.map(\.words) == [["draft"]])
  }

  @Test(
    "a branch cannot have a name that means something else",
    arguments: [
      ("12", "it looks like a revision's number"), ("R12", "it looks like a revision's number"),
      ("latest", "that word has another meaning"), ("+1", "it counts steps"), ("-1", "it begins like an option"),
      ("draft~2", "it counts revisions back"), ("r1~1", "it counts revisions back"), ("10m", "it looks like a time"),
      ("2H", "it looks like a time"), ("@{14:00}", "it looks like a time"), ("@{noon}", "it looks like a time"),
      ("a..b", "two dots are for ranges"), ("two words", "it contains blanks or invisible characters"),
    ])
  func branches(name: String, reason: String) {
    #expect(BranchName.rejectionReason(name) == reason)
    #expect(failure(name, BranchName.parse)?.message == "'\(name)' cannot name a branch: \(reason)")
  }

  @Test(
    "other names are those of branches", arguments: ["draft", "draft~", "a~b", "10mm", "m10", "+", "@here", "v1.0"])
  func goodBranches(name: String) { #expect(BranchName.rejectionReason(name) == nil) }
}
