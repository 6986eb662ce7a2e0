/// Path data with commands of every kind, some relative, as a person or a program might write it.
func randomPathData(_ random: inout Seeded) -> String {
  func number() -> String {
    switch Int.random(in: 0...3, using: &random) {
    case 0: "\(Int.random(in: -50...250, using: &random))"
    case 1: "\(Double.random(in: -50...250, using: &random))"
    case 2: "\(Int.random(in: -9...9, using: &random))e1"
    default: "\(Double.random(in: -1e9...1e9, using: &random))"
    }
  }
  func numbers(_ count: Int) -> String {
    (0..<count).map { _ in number() }.joined(separator: Bool.random(using: &random) ? "," : " ")
  }
  var text = "M" + numbers(2)
  for _ in 0..<Int.random(in: 0...8, using: &random) {
    let commands: [(String, Int)] = [("M", 2), ("L", 2), ("H", 1), ("V", 1), ("C", 6), ("S", 4), ("Q", 4), ("T", 2)]
    let isRelative = Bool.random(using: &random)
    let part: String
    switch Int.random(in: 0...9, using: &random) {
    case 0: part = "Z"
    case 1: part = "A\(numbers(3)) 0\(Bool.random(using: &random) ? 1 : 0)\(numbers(2))"
    default:
      let (letter, count) = commands.randomElement(using: &random) ?? ("L", 2)
      part = letter + numbers(count) + (Bool.random(using: &random) ? " " + numbers(count) : "")
    }
    text += isRelative ? part.lowercased() : part
  }
  return text
}
