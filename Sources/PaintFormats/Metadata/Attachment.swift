/// What a file has besides its picture, which is not kept.
enum Attachment: CaseIterable {
  /// How much more light a bright screen shows.
  case gainMap
  /// A film.
  case motion
  /// Others, such as the views of a stereo picture.
  case pictures

  var name: String {
    switch self {
    case .gainMap: "gain map"
    case .motion: "video of the motion photo"
    case .pictures: "further pictures"
    }
  }

  /// The warning about some; nil for none.
  static func warning(about lost: Set<Attachment>) -> String? {
    // A list of pictures has the map, too.
    let names = allCases.filter { lost.contains($0) && !($0 == .pictures && lost.count > 1) }.map(\.name)
    if names.isEmpty { return nil }
    let verb = names.count > 1 || lost == [.pictures] ? "were" : "was"
    return "the \(names.joined(separator: " and the ")) of the file \(verb) dropped: only its picture is kept"
  }
}
