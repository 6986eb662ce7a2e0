/// The fixed keys of `BlockHashState`: the first 32 outputs of SplitMix64 (Steele, Lea and Flood, 2014) from seed 0.
enum BlockHashKeys {
  /// The initial values of the lanes.
  @inline(__always) static var start: SIMD8<UInt64> {
    SIMD8(
      0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4,
      0x06C4_5D18_8009_454F, 0xF88B_B8A8_724C_81EC,
      0x1B39_896A_51A8_749B, 0x53CB_9F0C_747E_A2EA,
      0x2C82_9ABE_1F45_32E1, 0xC584_133A_C916_AB3C)
  }
  /// The keys of the left 16 pixels of a row, and of the lower half of the result.
  @inline(__always) static var first: SIMD8<UInt64> {
    SIMD8(
      0x3EE5_7890_41C9_8AC3, 0xF3B8_488C_368C_B0A6,
      0x657E_ECDD_3CB1_3D09, 0xC2D3_26E0_055B_DEF6,
      0x8621_A03F_E0BB_DB7B, 0x8E1F_7555_983A_A92F,
      0xB54E_0F16_00CC_4D19, 0x84BB_3F97_971D_80AB)
  }
  /// The keys of the right 16 pixels, and of the upper half.
  @inline(__always) static var second: SIMD8<UInt64> {
    SIMD8(
      0x7D29_825C_7552_1255, 0xC3CF_1710_2B7F_7F86,
      0x3466_E9A0_8391_4F64, 0xD81A_8D2B_5A44_85AC,
      0xDB01_602B_100B_9ED7, 0xA903_8A92_1825_F10D,
      0xEDF5_F1D9_0DCA_2F6A, 0x5449_6AD6_7BD2_634C)
  }
  /// The keys of the scramble after each row.
  @inline(__always) static var scramble: SIMD8<UInt64> {
    SIMD8(
      0xDD7C_01D4_F540_7269, 0x935E_82F1_DB4C_4F7B,
      0x69B8_2EBC_9223_3300, 0x40D2_9EB5_7DE1_D510,
      0xA2F0_9DAB_B45C_6316, 0xEE52_1D7A_0F4D_3872,
      0xF169_52EE_72F3_454F, 0x377D_35DE_A8E4_0225)
  }
}
