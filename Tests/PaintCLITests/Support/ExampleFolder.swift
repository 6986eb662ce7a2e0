@testable import PaintCLI

/// The folder in which the examples of help and manual pages run, and a script that runs them.
enum ExampleFolder {
  /// The examples of one text, in its order.
  struct Text {
    var name: String
    var examples: [Example]
  }

  /// A script for `sh` that runs the examples of each text in its own copy of the folder, and prints what went wrong.
  static func script(_ texts: [Text]) -> String {
    var script = setup
    for text in texts {
      script += "\ncd \"$top\"; rm -rf work; cp -r base work; cd work; export HOME=\"$PWD\"\n"
      // These begin without a drawing.
      if text.name == "new" || text.name == "start" { script += "rm -r art.paint\n" }
      for example in text.examples {
        // In a subshell, so that an example can change neither the folder nor the variables of the next.
        script += "( \(example.line)\n) >output 2>errors; code=$?; rm output\n"
        script += "[ $code = \(example.exitCode.rawValue) ] || { echo \(quoted("\(text.name): \(example.line):")) "
        script += "exit $code; cat errors; }\n"
        if example.exitCode == .done {
          script += "! grep -q warning errors || { echo \(quoted(example.line)); cat errors; }\n"
        }
        script += "rm errors\n"
      }
    }
    return script
  }

  /// The script `marks.txt`, as the topic of scripts shows it.
  private static var marks: [String] {
    for case .code(let lines) in HelpTopic.scripts.page.blocks where lines.first == "# marks.txt" { return lines }
    return []
  }

  private static func quoted(_ text: String) -> String { ShellQuoting.quoted(text) }

  /// A photograph, pictures of the size of the canvas, scripts, and a drawing with undone steps and a branch.
  private static var setup: String {
    """
    top=$PWD; mkdir base base/photos; cd base
    {
      paint new x.paint --size 640x480 --background slategray && paint stroke ellipse 100,80,300x250 --fill orange &&
        paint export photo.png && cp photo.png photos/one.png && cp photo.png photos/two.png && rm -r x.paint
      paint new x.paint --size 400x300 --background white && paint export before.png &&
        paint stroke rect 20,20,50x50 --fill red && paint export after.png && cp after.png edited.png && rm -r x.paint
      paint new x.paint --size 64x64 && paint stroke ellipse 4,4,56x56 --fill teal && paint export logo.png && rm -r x.paint
      printf '40,200\\n80,160\\n120,180\\n' >points.txt
      printf '%s\\n' \(marks.map(quoted).joined(separator: " ")) >marks.txt
      printf 'stroke rect 0,0 100%%,100%% --width 11\\n' >frame.txt
      printf '#!/bin/sh\\nexec cp edited.png "$1"\\n' >sharpen.sh && chmod +x sharpen.sh
      paint new art.paint --size 400x300 --background white
      for x in 1 2 3 4; do paint stroke rect ${x}0,10,5x200 --fill navy; done
      paint stroke ellipse 200,100,50x50 && paint branch sketch && paint undo
      for x in 5 6 7 8; do paint stroke rect ${x}0,10,5x200 --fill navy; done
      paint undo 2
    } >made 2>&1 || { echo 'the folder was not made:'; cat made; }
    rm made
    """
  }
}
