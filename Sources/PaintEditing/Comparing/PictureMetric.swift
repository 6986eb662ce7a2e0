/// A number that states how similar two pictures of one size are.
///
/// All three compare red, green and blue, each multiplied by alpha / 255 without rounding, so that hidden colours do not
/// count. Alpha is a fourth channel if any pixel of either picture is not opaque. For opaque pictures these are the usual
/// definitions. Samples are 0…255.
public enum PictureMetric: String, CaseIterable, Sendable {
  /// The peak signal-to-noise ratio: 20 · log10(255 / rmse), in dB; infinite for equal pictures.
  case psnr
  /// The mean structural similarity of Wang, Bovik, Sheikh and Simoncelli (2004); 1 for equal pictures.
  ///
  /// It is the mean over all windows inside the picture and all channels. A window has 11x11 pixels, with the weights of a
  /// Gaussian of sigma 1.5; K1 is 0.01, K2 0.03 and L 255. On a side with fewer than 11 pixels the window is as long as
  /// the side, with the weights around its centre.
  case ssim
  /// The square root of the mean squared difference over all pixels and channels; 0 for equal pictures, at most 255.
  case rmse
}
