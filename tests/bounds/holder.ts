/** Something that keeps what arrives. */
export interface Holder {
  readonly name: string
  /** It never holds more than this. */
  readonly most: number
  /** Feeds it far more than that and says how much it holds afterwards. */
  readonly held: () => number | Promise<number>
}
