/// Skia, through its Python package, drawing the same script: one thread, drawing alone, best of three.
enum Skia {
  /// The seconds that Skia takes, or nil where the package is not installed.
  static func seconds(script: String, width: Int, height: Int, folder: String) -> Double? {
    let output = folder + "/skia.txt"
    guard
      let child = Child.run(["python3", "-c", program, script, "\(width)", "\(height)"], output: output),
      child.exitCode == 0
    else { return nil }
    return contents(of: output).flatMap { Double($0.prefix { $0 != "\n" }) }
  }

  private static let program = """
    import shlex, sys, time
    import skia
    script, width, height = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    jobs = []
    for line in open(script):
        words = shlex.split(line)
        path = skia.Path()
        for at, point in enumerate(words[2:-4]):
            x, y = map(float, point.split(','))
            path.moveTo(x, y) if at == 0 else path.lineTo(x, y)
        paint = skia.Paint(
            AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeWidth=float(words[-3]),
            StrokeCap=skia.Paint.kRound_Cap, StrokeJoin=skia.Paint.kRound_Join,
            Color=0xFF000000 | int(words[-1], 16))
        jobs.append((path, paint))
    def draw():
        canvas = skia.Surface(width, height).getCanvas()
        start = time.perf_counter()
        for path, paint in jobs:
            canvas.drawPath(path, paint)
        return time.perf_counter() - start
    print(min(draw() for _ in range(3)))
    """
}
