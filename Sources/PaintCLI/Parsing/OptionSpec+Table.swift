import PaintTerminal

// The table of all options.
extension OptionSpec {
  /// The option with that identity, made anew.
  static func define(_ id: OptionID) -> OptionSpec {
    switch id {
    case .document:
      OptionSpec(
        id, "document", .value("PATH"),
        "the drawing (default: PAINT_DOCUMENT, then the only *.paint here)", short: "d", isOnce: true,
        forms: "Document")
    case .json: OptionSpec(id, "json", .flag, "print JSON, one object per line")
    case .quiet: OptionSpec(id, "quiet", .flag, "print no receipts, summaries and warnings", short: "q")
    case .wait:
      OptionSpec(
        id, "wait", .value("SECONDS"), "how long to wait for a busy document", forms: "Seconds", default: "10")
    case .help: OptionSpec(id, "help", .flag, "show this text", short: "h")
    case .version: OptionSpec(id, "version", .flag, "show the version")
    case .name: OptionSpec(id, "name", .value("TEXT"), "the step's label in the history", forms: "Name")
    case .dryRun: OptionSpec(id, "dry-run", .flag, "print what would be done and keep nothing")
    case .out:
      OptionSpec(
        id, "out", .value("FILE"), "with --dry-run: write the changed box as it would look", isOnce: true,
        forms: "Picture file")
    case .expect:
      OptionSpec(
        id, "expect", .value("STATE"), "do nothing (exit 4) unless the canvas has this fingerprint or is at rN",
        forms: "State")
    case .color:
      OptionSpec(id, "color", .value("C"), "the line's colour, gradient or pattern", forms: "Paint", default: "black")
    case .width:
      OptionSpec(
        id, "width", .value("W"), "the line's width in pixels, over 0 to 65,536", forms: "Width", default: "1")
    case .opacity:
      OptionSpec(
        id, "opacity", .value("SHARE"), "how much of the colour covers what is there: 0 to 1, or 50%", forms: "Share",
        default: "1")
    case .blend:
      OptionSpec(
        id, "blend", .value("MODE"), "the blend mode: normal (default), multiply, erase …; an unknown one lists all",
        forms: "Blend mode", default: "normal")
    case .linear:
      OptionSpec(
        id, "linear", .reversible, "blend in linear light, or the stored values (default)", default: "no")
    case .fill:
      OptionSpec(
        id, "fill", .value("C"),
        "fill the shape with a colour, gradient or pattern; alone it draws no outline; none is no fill",
        forms: "Paint")
    case .cap:
      OptionSpec(
        id, "cap", .value("CAP"), "the line's ends: round, butt or square (default round; butt with dashes)",
        forms: "Cap", default: "round")
    case .join: OptionSpec(id, "join", .value("JOIN"), "the line's corners: round, miter or bevel", forms: "Join")
    case .dash:
      OptionSpec(
        id, "dash", .optionalValue("ON,OFF…", isValue: DashArgument.isValue),
        "dashes and gaps in pixels (three widths each if not given), or none", forms: "Dashes", default: "none")
    case .dashOffset:
      OptionSpec(
        id, "dash-offset", .value("D"), "where in the pattern the line begins, in pixels", forms: "Distance",
        default: "0")
    case .follow:
      OptionSpec(
        id, "follow", .reversible,
        "let the eraser bring back the beginning, moved likewise (default), or this picture", default: "yes")
    case .antialias:
      OptionSpec(id, "antialias", .reversible, "smooth edges, or whole pixels only (default smooth)", default: "yes")
    case .snap:
      OptionSpec(id, "snap", .reversible, "put whole coordinates on pixels, or draw true geometry", default: "yes")
    case .pointsFrom:
      OptionSpec(
        id, "points-from", .value("FILE"), "read points from a file, one a line; - is standard input", forms: "File")
    case .to:
      OptionSpec(
        id, "to", .value("REV"), "restore the pixels of this revision; none makes them transparent", isOnce: true,
        forms: "Revision|Revision or none")
    case .radius:
      OptionSpec(
        id, "radius", .value("R"), "round the corners, in pixels; at most half the shorter side", forms: "Radius",
        default: "0")
    case .density:
      OptionSpec(
        id, "density", .value("SHARE"), "the dots' area as a part of what is sprayed: 0 to 1, or 50%", forms: "Share",
        default: "0.1")
    case .dot:
      OptionSpec(
        id, "dot", .value("S"), "the size of a dot in pixels, 0.1 to 1,000", forms: "Size of dots", default: "1.5")
    case .seed:
      OptionSpec(
        id, "seed", .value("N"), "choose other places: a whole number, 0 to 4,294,967,295", forms: "Seed",
        default: "0")
    case .offset:
      OptionSpec(
        id, "offset", .value("DX,DY"), "copy from this far to the right and down, in whole pixels; may be negative",
        forms: "Offset")
    case .strength:
      OptionSpec(
        id, "strength", .value("SHARE"),
        "how much of its colour the brush keeps every tenth of its width: 0 to 1, or 50% (default 0.5)",
        forms: "Share")
    case .fillRule:
      OptionSpec(
        id, "fill-rule", .value("RULE"),
        "the inside of an outline that crosses itself: nonzero or evenodd", forms: "Fill rule", default: "nonzero")
    case .arrow:
      OptionSpec(
        id, "arrow", .value("ENDS"), "put an arrow head at the start, the end, both or none", forms: "Arrow",
        default: "none")
    case .arrowSize:
      OptionSpec(
        id, "arrow-size", .value("N"), "the length of arrow heads in line widths; auto is 3.5, at least 9 px (default)",
        forms: "Arrow size", default: "auto")
    case .arrowShape:
      OptionSpec(
        id, "arrow-shape", .value("SHAPE"), "the arrow heads: filled (default), open, dot or bar",
        forms: "Arrow shape", default: "filled")
    case .hardness:
      OptionSpec(
        id, "hardness", .value("H"),
        "how much of the line is solid: 0, soft to its middle, to 1, the exact area", forms: "Share", default: "1")
    case .flow:
      OptionSpec(
        id, "flow", .value("SHARE"), "how much of the paint each dab gives: 0 to 1, or 20%", forms: "Share",
        default: "1")
    case .spacing:
      OptionSpec(
        id, "spacing", .value("S"),
        "draw dabs this share of the width apart, 0.01 to 10 or 25% (default 0.1 with --flow), or none (default)",
        forms: "Spacing", default: "none")
    case .pressure:
      OptionSpec(
        id, "pressure", .value("USE"), "what the pressure of points scales: width, opacity or both",
        forms: "Use of pressure", default: "width")
    case .taper:
      OptionSpec(
        id, "taper", .value("IN,OUT"),
        "how long the width grows from 0 and falls to 0, in pixels or percent of the line; one number for both ends",
        forms: "Taper")
    case .smooth: OptionSpec(id, "smooth", .flag, "draw the smooth curve through the points")
    case .closed: OptionSpec(id, "closed", .flag, "lead the line back to its first point")
    case .reset: OptionSpec(id, "reset", .flag, "forget all settings of this document")
    case .size:
      OptionSpec(
        id, "size", .value("WxH"), "the canvas in pixels, each side 1 to 65,536",
        forms: "Canvas size|New size|Size of a text")
    case .background:
      OptionSpec(id, "background", .value("C"), "the colour of a blank canvas", forms: "Colour")
    case .from:
      OptionSpec(
        id, "from", .value("FILE"), "begin with this picture, of any known format; - is standard input", isOnce: true,
        forms: "Revision|Picture file")
    case .fromList:
      OptionSpec(
        id, "from-list", .value("FILE"),
        "run over the pictures whose paths are in this file, one a line; - is standard input", isOnce: true,
        forms: "File")
    case .skipExisting: OptionSpec(id, "skip-existing", .flag, "skip pictures whose output exists")
    case .format:
      OptionSpec(
        id, "format", .value("F"), "write png, jpeg, webp, tiff, ppm, pam or avif (default: as the name ends, or png)",
        forms: "Format")
    case .force: OptionSpec(id, "force", .flag, "replace a read-only file, too")
    case .quality:
      OptionSpec(
        id, "quality", .value("Q"),
        "the quality of JPEG (default 90), WebP (80) and AVIF (60): 1, smallest, to 100, best", forms: "Quality")
    case .subsampling:
      OptionSpec(
        id, "subsampling", .value("S"),
        "the samples of colour of JPEG and AVIF: 444 one a pixel, 422 half, 420 a quarter (default)",
        forms: "Subsampling", default: "420")
    case .progressive: OptionSpec(id, "progressive", .flag, "write a JPEG that is shown coarsely first")
    case .lossless: OptionSpec(id, "lossless", .flag, "write a WebP with exactly these pixels")
    case .page:
      OptionSpec(
        id, "page", .value("N"), "the page or frame of a picture file that has several", forms: "Page", default: "1")
    case .orientation:
      OptionSpec(
        id, "orientation", .value("USE"),
        "apply the orientation that a picture file states (default), or ignore it", forms: "Orientation",
        default: "apply")
    case .lenient:
      OptionSpec(id, "lenient", .flag, "accept a truncated or damaged picture; what is missing is transparent")
    case .range:
      OptionSpec(
        id, "range", .value("MIN,MAX"),
        "the floating-point samples of a TIFF that become 0 and 255 (default those of the picture)",
        forms: "Range of samples")
    case .maxPixels:
      OptionSpec(
        id, "max-pixels", .value("N"),
        "the most pixels of a picture that is not decoded row by row", forms: "Number of pixels", default: "268435456"
      )
    case .replace: OptionSpec(id, "replace", .flag, "replace an existing document")
    case .limit:
      OptionSpec(
        id, "limit", .value("N"), "show the last N revisions (default 30), 0 for all", forms: "Count", default: "30")
    case .at:
      OptionSpec(
        id, "at", .value("REV"), "the picture as of this revision", isOnce: true, forms: "Point|Revision")
    case .region:
      OptionSpec(
        id, "region", .value("BOX"), "only this box, in whole pixels: X,Y,WxH, 'X,Y X,Y' or center,WxH", forms: "Box")
    case .edit:
      OptionSpec(
        id, "edit", .value("LINE"), "run this line instead of a script; for each line once", short: "e", forms: "Line")
    case .check: OptionSpec(id, "check", .flag, "only check every line")
    case .keepGoing: OptionSpec(id, "keep-going", .flag, "continue after a bad line, and exit 1 at the end")
    case .fromLine:
      OptionSpec(id, "from-line", .value("N"), "begin with this line of the script", forms: "Line number")
    case .expand:
      OptionSpec(
        id, "expand", .value("N"), "grow the area by N pixels in every direction, with round corners",
        forms: "Expansion", default: "0")
    case .shrink:
      OptionSpec(
        id, "shrink", .value("N"), "shrink the area by N pixels, except at the canvas' border", forms: "Expansion",
        default: "0")
    case .feather:
      OptionSpec(
        id, "feather", .value("R"), "make the edges soft, as gaussian-blur with this radius does", forms: "Feather",
        default: "0")
    case .everywhere: OptionSpec(id, "everywhere", .flag, "replace all pixels, whatever is selected")
    case .add: OptionSpec(id, "add", .flag, "in addition to what is selected")
    case .subtract: OptionSpec(id, "subtract", .flag, "take the area away from what is selected")
    case .intersect: OptionSpec(id, "intersect", .flag, "only what is also in the area")
    case .anchor:
      OptionSpec(
        id, "anchor", .value("ANCHOR"),
        "center, top-left, top, top-right, left, right, bottom-left, bottom or bottom-right",
        forms: "Anchor|Anchor of a text", default: "top-left")
    case .method:
      OptionSpec(
        id, "method", .value("METHOD"), "the interpolation: nearest, bilinear, bicubic or lanczos3 (default)",
        forms: "Method", default: "lanczos3")
    case .scale: OptionSpec(id, "scale", .value("S"), "the scale factor: 0.5 or 50%", forms: "Scale")
    case .font:
      OptionSpec(
        id, "font", .value("FONT"),
        "a font's name or file (default sans-serif); 'DejaVu Sans:bold' names properties", forms: "Font",
        default: "sans-serif")
    case .maxWidth:
      OptionSpec(id, "max-width", .value("W"), "break lines that would be wider, in pixels or 50%", forms: "Length")
    case .align:
      OptionSpec(
        id, "align", .value("SIDE"),
        "the alignment of shorter lines: left, center or right (default: the text's direction)",
        forms: "Alignment|Alignment of an outline", default: "inside")
    case .padding:
      OptionSpec(id, "padding", .value("P"), "pixels of background around the text", forms: "Padding", default: "0")
    case .outlines:
      OptionSpec(
        id, "outlines", .value("DATA"), "the outlines of the text, as stored in the history; no font is needed then",
        forms: "Outlines")
    case .all: OptionSpec(id, "all", .flag, "every branch, drawn as a tree")
    case .since:
      OptionSpec(
        id, "since", .value("WHEN"), "only revisions after this: 90s, 5m, 2h, 3d or 1w ago, an RFC 3339 time, or REV",
        forms: "Time")
    case .grep:
      OptionSpec(
        id, "grep", .value("TEXT"), "only revisions with this text in their name or command, ignoring case",
        forms: "Name")
    case .tolerance:
      OptionSpec(
        id, "tolerance", .value("T"),
        "pixels are equal up to this difference, 0 to 255 or 10% of that", forms: "Tolerance", default: "0")
    case .metric:
      OptionSpec(
        id, "metric", .value("M"), "also print how similar the pictures are: psnr, ssim or rmse", forms: "Metric")
    case .exitCode: OptionSpec(id, "exit-code", .flag, "exit 1 when the pictures differ")
    case .script:
      OptionSpec(id, "script", .flag, "print a script for paint batch that repeats the history on a new drawing")
    case .files:
      OptionSpec(
        id, "files", .value("FOLDER"), "with --script: copy the pictures it needs to this folder and use them there",
        forms: "Folder")
    case .fps:
      OptionSpec(id, "fps", .value("N"), "frames per second, 0.01 to 1000", forms: "Frame rate", default: "10")
    case .max:
      OptionSpec(id, "max", .value("WxH"), "scale larger pictures down to fit into this size", forms: "Canvas size")
    case .compression:
      OptionSpec(
        id, "compression", .value("LEVEL"),
        "how hard a PNG is compressed: fast, default, or best, which takes many times as long", forms: "Compression",
        default: "default")
    case .rgba: OptionSpec(id, "rgba", .flag, "write a PNG with four channels, even if fewer are enough")
    case .strip: OptionSpec(id, "strip", .flag, "write no colour space, profile, pixel density, EXIF and texts")
    case .colors:
      OptionSpec(
        id, "colors", .value("N"), "write a PNG with at most N colours, 2 to 256", forms: "Number of colours")
    case .dither:
      OptionSpec(id, "dither", .reversible, "mix colours in neighbouring pixels: of a gradient, or with --colors")
    case .paintBox:
      OptionSpec(
        id, "paint-box", .value("BOX"), "the box to which gradients are relative (default: that of the shape)",
        forms: "Box")
    case .each:
      OptionSpec(
        id, "each", .optionalValue("A..B", isValue: RevisionRange.isValue),
        "one picture per revision; %05d in the file name is its number (default start..current)", forms: "Revisions")
    case .mask:
      OptionSpec(id, "mask", .flag, "write the selection's mask in grey: black where nothing is selected, to white")
    case .masked: OptionSpec(id, "masked", .flag, "write the selected part of the picture; the rest is transparent")
    case .single: OptionSpec(id, "single", .flag, "make the whole script one step, or nothing if a line fails")
    case .wholeGroup: OptionSpec(id, "group", .flag, "name the group that REV is in, not the revision")
    case .move: OptionSpec(id, "move", .flag, "move an existing name")
    case .recover:
      OptionSpec(id, "recover", .flag, "add the complete steps of unconfirmed packs as a branch recovered-N")
    case .unconfirmed:
      OptionSpec(id, "unconfirmed", .flag, "the packs that are not in the index")
    case .repair:
      OptionSpec(id, "repair", .flag, "if something is wrong, rebuild the index from the packs")
    case .delete: OptionSpec(id, "delete", .flag, "remove the name; the revision stays")
    case .steps:
      OptionSpec(id, "steps", .value("N"), "keep the last N undo steps, 5 or more; 0 for all", forms: "Count")
    case .bytes:
      OptionSpec(
        id, "bytes", .value("SIZE"), "keep about this many bytes: 800K, 200M or 2G; 0 for all", forms: "Bytes")
    case .sideAge:
      OptionSpec(
        id, "side-age", .value("DURATION"),
        "keep unnamed side branches this long: 90d, 12h or 2w; 0 (the default) forever", forms: "Duration")
    case .before: OptionSpec(id, "before", .value("REV"), "make this the oldest revision", forms: "Revision")
    case .branch:
      OptionSpec(id, "branch", .value("NAME"), "the branch, and the revisions that only it leads to", forms: "Branch")
    case .exec:
      OptionSpec(id, "exec", .value("COMMAND"), "run this shell command for each event", forms: "Shell command")
    case .count: OptionSpec(id, "count", .value("N"), "end after N events", forms: "Steps")
    case .disk: OptionSpec(id, "disk", .flag, "show the disk usage by kind, and what gc would free")
    case .pictureProtocol:
      OptionSpec(
        id, "protocol", .value("P"),
        "how it is shown: kitty, iterm2, sixel, blocks, blocks256 or ascii (default: the terminal's best)",
        forms: "Protocol")
    case .zoom:
      OptionSpec(
        id, "zoom", .value("Z"), "shown pixels to a pixel, such as 4 or 50%, or fit (default); a half block is a pixel",
        forms: "Zoom")
    case .grid:
      OptionSpec(
        id, "grid", .value("N"),
        "draw lines every N pixels, or a multiple of N if they would be too close, with coordinates",
        forms: "Distance of lines")
    case .diff:
      OptionSpec(
        id, "diff", .value("REV"), "show where the picture differs from this revision or file, as diff --out does",
        forms: "Revision")
    case .view: OptionSpec(id, "view", .flag, "show the picture in the terminal, and draw it again after each event")
    case .thumbnails: OptionSpec(id, "thumbnails", .flag, "show a small picture of each revision")
    }
  }
}
