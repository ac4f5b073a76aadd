/** Silent raw AAC-LC frames by number of channels, as FLV bodies. They are valid at every sample rate. */
const FRAMES: Readonly<Record<number, Buffer>> = {
  1: Buffer.from([0xaf, 1, 0x00, 0xc8, 0x00, 0x80, 0x23, 0x80]),
  2: Buffer.from([0xaf, 1, 0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80]),
}
/** Object types of an AudioSpecificConfig whose frames may be plain LC. */
const LC = 2
const SBR = 5

/** A silent frame for an AudioSpecificConfig; null if there is none. */
export function silentFrame(config: Buffer): Buffer | null {
  const bits = config.readUInt16BE(0)
  const objectType = bits >> 11
  return objectType === LC || objectType === SBR ? (FRAMES[(bits >> 3) & 15] ?? null) : null
}
