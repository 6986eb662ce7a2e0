// The examples of each command; the other files next to this one have those of brushes, history, looking and canvas.
extension CommandID {
  /// Its examples, two or more.
  ///
  /// They run in a folder with `photo.png`, `before.png`, `after.png`, `logo.png`, `photos/*.png`, the scripts
  /// `marks.txt` and `frame.txt`, and a drawing of 400 x 300 pixels with some steps, two of them undone.
  var examples: [Example] {
    switch self {
    case .new:
      [
        Example("paint new art.paint --size 800x600 --background white", "a blank white canvas"),
        Example("paint new photo.paint --from photo.png", "a canvas from a picture; photo.png never changes"),
        Example("paint new art.paint --size 64x64 --replace", "start again: deletes the old drawing and its history"),
      ]
    case .pencil, .line, .rect, .ellipse, .polygon, .path, .curve, .eraser: brushExamples
    case .undo, .redo, .goto, .history, .group, .ungroup, .name, .branch, .revert, .restore: historyExamples
    case .status, .show, .diff, .blame, .pick, .info, .timelapse, .view, .watch: lookingExamples
    case .crop, .canvas, .resize, .rotate, .flip, .trim: canvasExamples
    case .export:
      [
        Example("paint export art.png", "the current picture as a PNG"),
        Example("paint export small.jpg --quality 85", "the ending of the name decides the format"),
        Example("paint export part.png --at r3 --region 0,0,200x150", "a part of an older revision"),
      ]
    case .importPicture:
      [
        Example("paint import edited.png", "take the pixels of a picture that has the size of the canvas"),
        Example("paint import edited.png --name Retouched --dry-run", "only show what would change"),
      ]
    case .text:
      [
        Example("paint text 20,20 'Hello, world' --size 32 --color navy", "text, its top left corner at 20,20"),
        Example(
          "paint text bottom-right Draft --size 24 --background white --padding 6", "a label in the bottom right corner"
        ),
        Example("paint text center 'First line' 'Second line' --size 40 --align center", "two lines in the middle"),
      ]
    case .place:
      [
        Example("paint place logo.png --at bottom-right", "a logo in the bottom right corner"),
        Example("paint place logo.png --at 20,20 --size 50% --opacity 0.5", "half as large and half transparent"),
      ]
    case .fill:
      [
        Example("paint fill 10,10 --color lightyellow", "colour the area around a pixel"),
        Example(
          "paint fill 200,150 --color skyblue --tolerance 20 --expand 1", "include similar colours and soft edges"),
      ]
    case .clear:
      [
        Example("paint clear", "a blank canvas in its background colour; undo brings the picture back"),
        Example("paint clear ivory", "a blank canvas in another colour"),
      ]
    case .replace:
      [
        Example("paint replace white none --tolerance 10", "make a white background transparent"),
        Example("paint replace navy crimson", "exactly one colour by another"),
      ]
    case .filter:
      [
        Example("paint filter", "list all filters"),
        Example("paint filter gaussian-blur --radius 3", "blur the whole picture"),
        Example("paint filter pixellate --scale 12 --region 40,40,120x60", "make a part of the picture coarse"),
      ]
    case .run:
      [
        Example("paint run -- ./sharpen.sh {}", "a program of your own changes the file that {} stands for"),
        Example("paint run --name Retouched -- cp edited.png {}", "a label for the step in the history"),
      ]
    case .batch:
      [
        Example("paint batch marks.txt", "run a script: each of its edits is one step of the history"),
        Example("paint batch marks.txt --check", "only look for mistakes"),
        Example("paint batch frame.txt --from photo.png --out framed.png", "a picture in, a picture out, no drawing"),
        Example("paint batch frame.txt --from 'photos/*.png' --out 'framed/{name}'", "the same for many pictures"),
      ]
    case .set:
      [
        Example("paint set --color navy --width 3", "what strokes use from now on"),
        Example("paint set", "show the settings"),
        Example("paint set --reset", "forget them"),
      ]
    case .completion:
      [
        Example("echo 'source <(paint completion bash)' >>~/.bashrc", "complete words in each new bash"),
        Example("paint completion bash >paint.bash", "write the script to a file"),
      ]
    case .schema:
      [
        Example("paint schema >paint-schema.json", "one file with all answers, commands, options, ranges and defaults"),
        Example("paint schema | grep -c unknown_color", "look a name up: the line is there"),
      ]
    case .check:
      [
        Example("paint check", "read and compare everything; changes nothing"),
        Example("paint check --repair", "rebuild the index if something is wrong"),
      ]
    case .limit:
      [
        Example("paint limit", "show how much of the history is kept"),
        Example("paint limit --steps 100 --bytes 200M", "keep the last 100 undo steps, about 200 MiB at most"),
      ]
    case .gc:
      [
        Example("paint gc --dry-run", "show what would be freed"),
        Example("paint gc", "free it"),
      ]
    case .forget:
      [
        Example("paint forget --before r3 --dry-run", "show what would be deleted"),
        Example("paint forget --before r3", "delete the revisions before r3 for ever"),
        Example("paint forget --branch sketch", "delete a branch and the revisions that only it leads to"),
      ]
    }
  }
}
