import Glibc

/// The text of `--help`.
let usage = """
  usage: paint-bench draw SCRIPT --size WxH [--out FILE.png]
         paint-bench library FOLDER
         paint-bench program PAINT PHOTOGRAPHS FOLDER
         paint-bench inflate PACK …

  draw      Draws the strokes of a batch script with the library alone: no document, no history, one thread, a
            transparent canvas in memory. Prints the milliseconds of the best of three, the microseconds a stroke,
            and the fingerprint, which is that of a new document of this size after `paint batch SCRIPT`.
            Reading the script is not timed, nor is writing FILE.png. Each of the three has a canvas of its own,
            blank when the clock starts; its tiles take their memory while they are drawn on, from memory that the
            process has asked the system for before: as much as the canvas takes when it is drawn on everywhere.
            SCRIPT may be - for standard input. It may hold strokes and set lines alone; a bad line ends it as it
            would end paint batch, with exit 65.
  library   Measures the library alone, on one thread and canvases as those of draw: three sets of strokes, each
            primitive, the machine's memory as the limit, long and dense strokes, and how soon a lock is handed over.
            Where Skia (skia-python), Cairo (pycairo), OpenCV and Pillow are installed for python3 they do the same work in turns with it, on one thread, their
            canvases cleared and their paths made before the clock starts; the calls from Python are in their figures.
            Pillow does not antialias, and it and OpenCV take whole widths. FOLDER is one for what it makes.
  program   Measures the program PAINT from outside, as a shell runs it. PHOTOGRAPHS is the folder with the
            photographs that big pictures are made of, FOLDER an empty one for what it makes.
  inflate   Inflates all tiles of the packs (the PNG files in a document's folder packs) with the library's own inflater,
            zlib, and libdeflate if libdeflate-dev was installed when this was built, in turns on one thread.
  """

/// Ends this program with a message, and a hint if there is one.
func fail(_ message: String, hint: String? = nil, exitCode: Int32 = 1) -> Never {
  let text = "paint-bench: \(message)\n" + (hint.map { "hint: \($0)\n" } ?? "")
  fflush(nil)
  _ = write(STDERR_FILENO, text, text.utf8.count)
  exit(exitCode)
}
