import PaintHistory
import PaintTestSupport
import Synchronization
import Testing

@testable import PaintCLI

@Suite("Progress") struct ProgressTests {
  @Test(
    "a bar grows with the work",
    arguments: [
      (0, 100, "[····················] 0 of 100"), (4, 100, "[····················] 4 of 100"),
      (5, 100, "[#···················] 5 of 100"), (50, 100, "[##########··········] 50 of 100"),
      (99, 100, "[###################·] 99 of 100"), (100, 100, "[####################] 100 of 100"),
      (1, 1, "[####################] 1 of 1"), (0, 0, "[····················] 0 of 0"),
    ])
  func bar(done: Int, all: Int, expected: String) {
    #expect(Progress.bar(done, of: all) == expected)
  }

  @Test("the line appears after a second, is written every 100 ms at most, and is removed at the end")
  func line() throws {
    let pipe = try Pipe()
    let clock = SetClock()
    var progress: Progress? = Progress(
      "reading \u{1b}a", to: OutputSink(descriptor: pipe.writing, limit: 1), clock: clock, interruption: nil)
    let times: [(milliseconds: Int, done: Int)] = [
      (500, 10), (999, 20), (1_000, 25), (1_050, 30), (2_000, 50), (2_099, 60), (4_000, 1), (5_000, 3),
    ]
    for (milliseconds, done) in times {
      clock.now.withLock { $0 = .milliseconds(milliseconds) }
      progress?.show(done, of: 100)
    }
    progress?.show(7, of: 0)
    clock.now.withLock { $0 = .milliseconds(61_500) }
    progress?.show(7, of: 0)
    progress = nil
    pipe.closeWriting()
    let title = "\rreading \\u{1b}a: "
    let shown = ["25 %, 3 s left", "50 %, 2 s left", "1 %", "3 %, 49 s left", "61 s so far"]
    #expect(pipe.read() == shown.map { title + $0 + "\u{1b}[K" }.joined() + "\r\u{1b}[K")
  }

  @Test("while nothing is reported, a tick shows how long the rest will take, or how long the work has taken so far")
  func ticks() throws {
    let pipe = try Pipe()
    let clock = SetClock()
    let progress = Progress(
      "filter", to: OutputSink(descriptor: pipe.writing, limit: 1), clock: clock, interruption: nil)
    func at(_ milliseconds: Int, _ body: () -> Void) {
      clock.now.withLock { $0 = .milliseconds(milliseconds) }
      body()
    }
    // Nothing is going on yet, or anymore.
    at(900) { progress.tick() }
    at(3_000) { progress.tick() }
    at(3_000) { progress.begin() }
    at(3_999) { progress.tick() }
    at(4_000) { progress.tick() }
    at(4_900) { progress.tick() }
    at(5_000) { progress.tick() }
    at(6_000) { progress.show(50, of: 100) }
    at(6_900) { progress.tick() }
    at(7_000) { progress.tick() }
    at(7_500) { progress.tick() }
    at(12_500) { progress.tick() }
    at(13_000) { progress.makeRoom() }
    at(13_900) { progress.tick() }
    at(14_000) { progress.tick() }
    at(15_000) { progress.showBar(1, of: 2) }
    at(99_000) { progress.tick() }
    at(100_000) { progress.clear() }
    at(105_000) { progress.tick() }
    pipe.closeWriting()
    let shown = [
      "4 s so far", "5 s so far", "50 %, 6 s left", "50 %, 5 s left", "50 %, 12 s so far", nil, "50 %, 14 s so far",
      "[##########··········] 1 of 2", "[##########··········] 1 of 2, 99 s so far", nil,
    ]
    #expect(pipe.read() == shown.map { $0.map { "\rfilter: \($0)\u{1b}[K" } ?? "\r\u{1b}[K" }.joined())
  }

  @Test("a ticker ticks again and again until it is ended, and then never")
  func ticker() throws {
    let pipe = try Pipe()
    let output = Mutex(OutputSink(descriptor: pipe.writing, limit: 1))
    let ticks = Mutex(0)
    let ticker = Ticker(every: 1) {
      ticks.withLock { $0 += 1 }
      output.withLock { $0.write(".") }
    }
    for _ in 0..<3 { #expect(pipe.read().utf8.allSatisfy { $0 == UInt8(ascii: ".") }) }
    ticker.end()
    ticker.end()
    let count = ticks.withLock { $0 }
    for _ in 0..<3 { Descriptor.waits(-1, for: 0, milliseconds: 2) }
    #expect(ticks.withLock { $0 } == count)
  }

  @Test(
    "the remaining time is rounded up and has one or two units",
    arguments: [
      (0, "1 s left"), (1, "1 s left"), (1_001, "2 s left"), (99_000, "99 s left"), (100_000, "2 min left"),
      (5_940_000, "99 min left"), (6_000_000, "1 h 40 min left"), (90_000_000, "25 h 0 min left"),
    ])
  func remaining(milliseconds: Int, expected: String) {
    #expect(RemainingTime.text(.milliseconds(milliseconds)) == expected)
  }

  @Test("the estimate is exact for steady work, whatever the phase, and absurd numbers have none")
  func estimates() {
    var time = RemainingTime(at: .seconds(100))
    #expect(time.estimate(0, of: 10, at: .seconds(101)) == nil)
    for done in 1...10 {
      let rest = time.estimate(done, of: 10, at: .seconds(100 + 3 * done))
      #expect(rest == .seconds(3 * (10 - done)), "\(done)")
    }
    // The next phase begins when its first part is reported.
    #expect(time.estimate(1, of: 4, at: .seconds(200)) == nil)
    #expect(time.estimate(2, of: 4, at: .seconds(205)) == .seconds(10))
    #expect(time.estimate(5, of: 4, at: .seconds(206)) == nil)
    #expect(time.estimate(1, of: .max, at: .seconds(207)) == nil)
    #expect(time.estimate(2, of: .max, at: .seconds(207)) == nil)
  }

  /// A disk whose clock the test sets.
  private final class SetClock: InterceptingDisk {
    let base: any Disk = SystemDisk()
    let now = Mutex(Duration.zero)
    func intercept<Result>(_ call: DiskCall, _ body: () throws(DiskError) -> Result) throws(DiskError) -> Result {
      try body()
    }
    func monotonicTime() -> Duration { now.withLock { $0 } }
  }
}
