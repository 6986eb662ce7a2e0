extension ProgramBench {
  private static let rounds = 7

  /// Edits of a whole 4K picture, as a shell runs them, in turns with ImageMagick's command for the same edit.
  ///
  /// Our program writes a step to the disk, which is undone before the next; ImageMagick reads a PNG and writes one.
  func edits(of photograph: String) {
    heading("Edits of 3840x2160 from the shell, median of \(Self.rounds)")
    let blank = folder + "/blank.paint"
    var floods: [Double] = []
    for _ in 0..<Self.rounds {
      time("new", blank, "--size", "3840x2160", "--replace")
      floods.append(time("-d", blank, "fill", "9,9", "--color", "crimson"))
    }
    report("flood fill of a blank canvas", summary(floods))
    let magick = ["magick", "convert"].first { Child.run([$0, "-version"])?.exitCode == 0 }
    for (ours, theirs) in Self.edits {
      let words = ours.split(separator: " ").map(String.init)
      let command = [folder + "/4K.png"] + theirs.split(separator: " ").map(String.init) + [folder + "/edit.png"]
      var seconds: [Double] = []
      var others: [Double] = []
      for _ in 0..<Self.rounds {
        seconds.append(run(["-d", photograph] + words).seconds)
        time("-d", photograph, "undo")
        guard let magick else { continue }
        guard let child = Child.run([magick] + command), child.exitCode == 0 else { fail("\(magick) cannot \(theirs)") }
        others.append(child.seconds)
      }
      let comparison = magick == nil ? "no ImageMagick here" : "ImageMagick takes " + ratio(others, to: seconds)
      report(ours, summary(seconds), comparison)
    }
  }

  /// Our commands, and ImageMagick's arguments for the same edit.
  private static let edits = [
    ("filter gaussian-blur --radius 4", "-blur 0x4"),
    ("filter gaussian-blur --radius 40", "-blur 0x40"),
    ("filter color-controls --saturation 1.3 --contrast 1.1", "-modulate 100,130 -brightness-contrast 0x10"),
    ("filter unsharp-mask --radius 2.5 --intensity 0.5", "-unsharp 0x2.5+0.5+0"),
    ("resize 50% --method lanczos3", "-filter Lanczos -resize 50%"),
    ("rotate 90", "-rotate 90"),
  ]
}
