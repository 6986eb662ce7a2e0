import Glibc

/// Whether suites try everything that they can, as `PAINT_THOROUGH=1` asks; else a part that takes seconds.
public let isThorough = getenv("PAINT_THOROUGH") != nil

/// Which of so many system calls a process is to be killed before: all of them, or a few spread evenly.
///
/// - Parameter most: how many there are unless all are wanted; one more where the numbers do not divide.
/// - Returns: numbers from 1, falling. The first is the last call; where the others lie differs from run to run.
public func callsToDieBefore(of calls: Int, atMost most: Int) -> [Int] {
  let step = isThorough ? 1 : max(1, calls / most)
  return [calls] + stride(from: calls - Int.random(in: 1...step), through: 1, by: -step)
}
