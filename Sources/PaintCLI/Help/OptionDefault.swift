// The values that options have if they are not given, for help and for programs that read it.
extension CommandSpec {
  /// The value of an option that is neither given nor set, as typed; nil if there is none or it depends on the rest.
  ///
  /// `yes` and `no` for an option with an opposite. A test compares it with the help of the option.
  func defaultValue(of option: OptionID) -> String? {
    guard takes(option), id != .set else { return nil }
    if let own = optionDefaults[option] { return own }
    switch option {
    case .wait: return "10"
    case .color: return "black"
    case .density: return "0.1"
    case .dot: return "1.5"
    case .width, .opacity, .page, .hardness, .flow: return "1"
    case .pressure: return "width"
    case .blend: return "normal"
    case .linear: return "no"
    case .antialias, .snap, .follow: return "yes"
    case .cap: return "round"
    case .dash, .arrow, .spacing: return "none"
    case .radius, .dashOffset, .seed, .expand, .shrink, .feather, .padding, .tolerance: return "0"
    case .arrowSize: return "auto"
    case .arrowShape: return "filled"
    case .fillRule: return "nonzero"
    case .background: return id == .new || id == .export || id == .diff ? "none" : nil
    case .subsampling: return "420"
    case .orientation: return "apply"
    case .maxPixels: return "268435456"
    case .limit: return "30"
    case .at: return [.export, .pick, .blame].contains(id) ? "current" : nil
    case .from: return id == .timelapse ? "start" : nil
    case .to: return id == .timelapse ? "current" : nil
    case .align: return id == .text ? nil : "inside"
    case .anchor: return id == .canvas ? "center" : "top-left"
    case .method: return "lanczos3"
    case .font: return "sans-serif"
    case .fps: return "10"
    case .compression: return "default"
    case .sideAge: return nil
    default: return nil
    }
  }
}
