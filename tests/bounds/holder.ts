/** Something that keeps what arrives. */
export interface BoundedCase {
  readonly name: string
  /** It never holds more than this. */
  readonly max: number
  /** Feeds it far more than that and says how much it holds afterwards. */
  readonly fill: () => number | Promise<number>
}
