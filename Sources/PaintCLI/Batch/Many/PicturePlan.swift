import PaintFormats
import PaintHistory
import SystemPackage

/// What a batch over many pictures reads and writes, checked before it begins.
struct PicturePlan: Sendable {
  /// One picture.
  struct Picture: Sendable {
    let input: FilePath
    let output: FilePath
    /// How the output is written, or why it cannot be.
    let encoding: Result<PictureEncoding, Failure>
  }

  /// The pictures, in the order of the inputs.
  let pictures: [Picture]

  /// Plans the outputs of inputs.
  ///
  /// An output may be its own input. Throws `bad_value` if two pictures have the same output or an output is the input of
  /// another picture, under whatever names, and what `encoding` throws; but where only the name of some outputs is of no
  /// format that can be written, these pictures fail, and not the others.
  ///
  /// - Parameter encoding: how a file of that name is written.
  /// - Complexity: O(inputs).
  init(
    _ inputs: [FilePath], to template: OutputTemplate, on disk: any Disk,
    encoding: (FilePath) throws(Failure) -> PictureEncoding
  ) throws(Failure) {
    var pictures: [Picture] = []
    var places = FilePlaces(on: disk)
    var numbersByOutput: [FilePlaces.Place: Int] = [:]
    for (index, name) in inputs.enumerated() {
      // Standard input has no place among many pictures.
      let input = name == "-" ? FilePath("./-") : name
      let path = template.path(for: input, number: index + 1, of: inputs.count)
      let output = path == "-" ? FilePath("./-") : path
      if let other = numbersByOutput.updateValue(index, forKey: places.place(of: output)) {
        throw Self.clash(pictures[other].input, input, output, template, count: inputs.count)
      }
      do throws(Failure) {
        pictures.append(Picture(input: input, output: output, encoding: .success(try encoding(output))))
      } catch {
        guard PictureFormat.written(to: output.string) == nil else { throw error }
        // A folder fails because it is none, whatever its name.
        let isFolder = (try? disk.status(of: input))?.kind == .directory
        pictures.append(Picture(input: input, output: output, encoding: isFolder ? .success(.png) : .failure(error)))
      }
    }
    if let first = pictures.first, case .failure(let failure) = first.encoding,
      pictures.allSatisfy({ (try? $0.encoding.get()) == nil })
    {
      throw failure
    }
    for (index, picture) in pictures.enumerated() {
      guard let writer = numbersByOutput[places.place(of: picture.input)], writer != index else { continue }
      throw Failure(
        .badValue,
        "the output of \(Failure.quoted(pictures[writer].input.string)) is another input, "
          + Failure.quoted(picture.input.string),
        hint: "write to another folder")
    }
    self.pictures = pictures
  }

  private static func clash(
    _ first: FilePath, _ second: FilePath, _ output: FilePath, _ template: OutputTemplate, count: Int
  ) -> Failure {
    if template.plainPath != nil {
      return Failure(
        .badValue,
        "--out has no placeholder, so \(count) pictures would be written to \(Failure.quoted(output.string))",
        hint: "for example: --out 'out/{stem}.png'")
    }
    return Failure(
      .badValue,
      "\(Failure.quoted(first.string)) and \(Failure.quoted(second.string)) would both be written to "
        + Failure.quoted(output.string),
      hint: "{index} in --out makes the outputs different")
  }
}
