import PaintEditing
import PaintFilters
import PaintHistory
import PaintRaster

/// `paint filter NAME --PARAMETER VALUE …`: applies filters to a region in sequence.
struct FilterCommand: EditCommand {
  static let spec = CommandSpec(
    .filter, purpose: .pixels, alsoCalled: ["effect", "adjust"],
    operands: "[NAME --PARAMETER VALUE … [+ NAME …]]",
    operandCount: CommandSpec.anyNumber,
    operandKinds: [.filter], summary: "apply filters to a region, or list the filters",
    examples: {
      [
        Example("paint filter", "list all filters"),
        Example("paint filter gaussian-blur --radius 3", "blur the whole picture"),
        Example("paint filter pixellate --scale 12 --region 40,40,120x60", "make a part of the picture coarse"),
      ]
    },
    answers: { [.receipt, .filters, .filter] },
    details: [
      "paint filter alone lists them, paint filter NAME --help shows a filter's parameters. Filters",
      "with + between them are applied in sequence, as one step.",
    ],
    options: [.region],
    optionHelp: [.region: "change only this box, in whole pixels; filters also read the pixels around it"],
    isEdit: true, takesForeignOptions: true,
    command: FilterCommand.self,
    standalone: { (line, console) in
      FilterListing.list(console)
      return .done
    }, access: { $0.operands.isEmpty ? .none : .editing }, isForScripts: true)

  private let words: [FilterWords]
  private let filters: [any Filter]
  /// The box to change; nil for the whole canvas.
  private let region: PixelBox?
  private let canvas: CanvasSize

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    let canvas = context.canvas
    self.canvas = canvas
    words = try FilterWords.read(line, canvas: canvas)
    var filters: [any Filter] = []
    for word in words { filters.append(try word.filter()) }
    self.filters = filters
    region = try line.value(.region, BoxArgument.parse)?.wholePixels(on: canvas).intersection(canvas.box)
  }

  var defaultName: String {
    let name = words.map(\.words).joined(separator: " + ")
    return name.prefix(1).uppercased() + name.dropFirst()
  }

  /// The region, and the pixels around it that the filters read.
  var reads: StepReads {
    StepReads(picture: .box(FilterChain(filters).sourceBox(for: region ?? canvas.box, on: canvas)))
  }

  var canonical: String {
    var text = "filter" + words.map(\.canonical).joined(separator: " +")
    if let region { text += " --region \(region.x),\(region.y),\(region.width)x\(region.height)" }
    return text
  }

  func perform(in session: Session, name: String) throws -> Revision? {
    for filter in filters where filter.isIdentity {
      session.console.warn("\(filter.description.name) with these parameters changes nothing")
    }
    let revision = try session.perform(FilterEdit(FilterChain(filters), in: region), name: name, command: canonical)
    guard revision == nil else { return revision }
    if filters.contains(where: { $0 is DropShadow && !$0.isIdentity }) {
      let size = session.history.current.size
      let picture = try session.history.snapshot(at: session.history.current.number)
      let isPlain = try session.document.trimmedBox(of: picture, tolerance: 0).isEmpty
      if isPlain, try session.document.pixel(x: 0, y: 0, in: picture)?.alpha == 0 {
        throw Failure(
          .badValue, "the shadow changes nothing, because the picture is empty", hint: "draw something first")
      }
      throw Failure(
        .badValue,
        "the shadow changes nothing: it falls only on transparent pixels around the drawing, and there are none",
        hint: "make room for it first: paint canvas \(size.width + 32)x\(size.height + 32) --anchor top-left "
          + "--background none")
    }
    // A script prints no receipts, and a filter is expected to do something.
    if session.console.warnings.isEmpty, session.document.exclusion == nil {
      let names = filters.map(\.description.name).joined(separator: " + ")
      session.console.warn("\(names) changed no pixel of this picture")
    }
    return nil
  }
}
