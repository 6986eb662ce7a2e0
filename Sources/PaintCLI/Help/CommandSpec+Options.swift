// What the help of a command says of an option.
extension CommandSpec {
  /// The value of an option that is neither given nor set, as typed; nil if there is none or it depends on the rest.
  ///
  /// `yes` and `no` for an option with an opposite.
  func defaultValue(of option: OptionID) -> String? {
    guard takes(option), id != .set else { return nil }
    let value = optionDefaults[option] ?? brushDefault(of: option)?.typed ?? OptionSpec.spec(option).defaultValue
    return value == "" ? nil : value
  }

  private func brushDefault(of option: OptionID) -> Double? {
    option == .width ? brush?.defaultWidth : option == .hardness ? brush?.defaultHardness : nil
  }

  /// What an option means for the command, with its default, without a full stop.
  func help(of option: OptionID) -> String {
    OptionSpec.spec(option).help(optionHelp[option], default: defaultValue(of: option))
  }

  /// The option as the user writes it, with the name of its value.
  func usage(of option: OptionID) -> String {
    let spec = OptionSpec.spec(option)
    return optionValues[option].map { "--\(spec.name) \($0)" } ?? spec.usage
  }
}

extension OptionSpec {
  /// What the option means for all commands, with its default.
  var fullHelp: String { help(nil, default: defaultValue) }

  /// Its help, or other help, with a default value unless that says what is the default.
  fileprivate func help(_ own: String?, default value: String?) -> String {
    let help = own ?? help
    guard let value, valueName != nil, !help.has("default") else { return help }
    return "\(help) (default \(value))"
  }
}
