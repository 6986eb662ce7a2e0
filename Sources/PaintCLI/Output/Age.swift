/// Ages in words.
enum Age {
  /// `just now`, `5 s ago`, `3 min ago`, `2 h ago`, `1 day ago`, `5 months ago`, `2 years ago`; truncated, not rounded.
  ///
  /// Times in the future, after a clock was set back, are just now.
  static func text(milliseconds: Int) -> String {
    let seconds = milliseconds / 1_000
    switch seconds {
    case ..<1: return "just now"
    case ..<60: return "\(seconds) s ago"
    case ..<3_600: return "\(seconds / 60) min ago"
    case ..<86_400: return "\(seconds / 3_600) h ago"
    default: break
    }
    let days = seconds / 86_400
    switch days {
    case ..<60: return "\(NumberText.counted(days, "day")) ago"
    // A month is a twelfth of a year.
    case ..<730: return "\(days * 12 / 365) months ago"
    default: return "\(days / 365) years ago"
    }
  }
}
