import Glibc

/// Whether suites run all their cases, as `PAINT_THOROUGH=1` requests; otherwise a sample that takes seconds.
public let isThorough = getenv("PAINT_THOROUGH") != nil

/// Whether the code is compiled with optimisation; otherwise some suites take a few cases only, because each takes too long.
public let isOptimised = !_isDebugAssertConfiguration()

/// All cases if `isThorough`, otherwise every so many of them, beginning with the first.
public func sample<Case>(of cases: [Case], oneIn step: Int) -> [Case] {
  isThorough ? cases : stride(from: 0, to: cases.count, by: step).map { cases[$0] }
}

/// The system calls before which a process is to be killed, of `calls` in all: every one, or a few spread evenly.
///
/// - Parameter most: the number of calls unless `isThorough`; one more if the numbers do not divide evenly.
/// - Returns: numbers from 1, descending. The first is the last call; the others differ from run to run.
public func killPoints(of calls: Int, atMost most: Int) -> [Int] {
  let step = isThorough ? 1 : max(1, calls / most)
  return [calls] + stride(from: calls - Int.random(in: 1...step), through: 1, by: -step)
}
