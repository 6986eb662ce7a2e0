import PaintFormats
import PaintHistory
import SystemPackage

/// `paint info FILE…`: what the headers of picture files state.
struct InfoCommand {
  static let spec = CommandSpec(
    .info, purpose: .look, alsoCalled: ["identify", "file", "exif"], operands: "FILE… | -",
    operandCount: 1...Int.max,
    operandKinds: [.picture],
    summary: "show format, size, profile, frames and more of picture files",
    examples: {
      [
        Example("paint info photo.png", "format, size and more of a file"),
        Example("paint info photos/*.png --json", "one JSON object for each file"),
      ]
    },
    answers: { [.pictureFile] },
    details: [
      "Only the header is read: whether the pixels are complete is not checked. The size is that of the",
      "picture turned upright, as it is read; the orientation is that of EXIF, 1 to 8. Of several files, one",
      "that cannot be read does not stop the others; the exit code is then 1.", CommandSpec.formatsDetail,
    ],
    options: [.page],
    standalone: { (line, console) throws(Failure) in try InfoCommand(line, console: console).run() })

  private let line: ParsedLine
  private let console: Console
  private let reading: ReadingOptions
  private let options: History.Options

  init(_ line: ParsedLine, console: Console) throws(Failure) {
    self.line = line
    self.console = console
    reading = try ReadingOptions(line)
    options = try Session.options(line)
  }

  /// Shows each file.
  ///
  /// - Returns: `.failed` if one of several cannot be read.
  func run() throws(Failure) -> ExitCode {
    var code = ExitCode.done
    for place in line.operands.indices {
      let path = line.operandPath(place)
      do throws(Failure) {
        show(try header(of: path), of: path)
      } catch {
        if line.operands.count == 1 { throw error }
        console.show(error)
        code = .failed
      }
    }
    return code
  }

  private func header(of path: FilePath) throws(Failure) -> PictureHeader {
    let file: InputFile
    do throws(Failure) {
      file = try InputFile(path)
    } catch {
      guard path.extension == "paint" else { throw error }
      var failure = error
      failure.hint = "of a drawing: paint -d \(ShellQuoting.quoted(path)) status"
      throw failure
    }
    let input = try PictureInput(file, in: options.temporaryFolder, on: options.disk)
    defer { withExtendedLifetime(input) {} }
    do throws(PictureError) {
      return try PictureHeader(of: PictureSource(fileDescriptor: input.rewound()), options: reading)
    } catch {
      throw Failure(error, of: path == "-" ? "standard input" : input.name)
    }
  }

  private func show(_ header: PictureHeader, of path: FilePath) {
    if console.isJSON {
      var json = JSONWriter()
      json.write(header, of: path)
      json.endLine()
      console.json.append(json)
      return
    }
    var profile = "no profile"
    if let bytes = header.colorProfile?.count {
      let name = header.colorProfileName.map { "\(Failure.quoted($0)) of " } ?? "of "
      profile = "profile \(name)\(NumberText.grouped(bytes)) bytes"
    }
    var metadata = header.exif == nil ? "" : ", EXIF"
    if header.xmp != nil { metadata += ", XMP" }
    if header.texts > 0 { metadata += ", \(NumberText.counted(header.texts, "text"))" }
    console.print(
      "\(Failure.oneLine(path.string)): \(header.formatName), \(header.width)x\(header.height), "
        + "\(header.bitDepth)-bit \(header.colorModel.rawValue), \(NumberText.counted(header.channels, "channel"))"
        + "\(header.hasAlpha ? " with alpha" : ""), \(profile), orientation \(header.orientation.rawValue), "
        + NumberText.counted(header.pages, "frame") + metadata)
  }
}

extension JSONWriter {
  /// Writes what the header of a file states.
  fileprivate mutating func write(_ header: PictureHeader, of path: FilePath) {
    beginObject()
    field("file", path)
    field("format", header.formatName)
    field("width", header.width)
    field("height", header.height)
    field("depth", header.bitDepth)
    field("color", header.colorModel.rawValue)
    field("channels", header.channels)
    field("alpha", header.hasAlpha)
    key("profile")
    if let profile = header.colorProfile {
      beginObject()
      field("name", header.colorProfileName)
      field("bytes", profile.count)
      endObject()
    } else {
      null()
    }
    field("orientation", header.orientation.rawValue)
    field("frames", header.pages)
    field("exif", header.exif != nil)
    field("xmp", header.xmp != nil)
    field("texts", header.texts)
    endObject()
  }
}
