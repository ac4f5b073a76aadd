/** A bounded collection. */
export interface BoundedCase {
  readonly name: string
  /** Maximum size. */
  readonly max: number
  /** Adds far more than that and returns the size. */
  readonly fill: () => number | Promise<number>
}
