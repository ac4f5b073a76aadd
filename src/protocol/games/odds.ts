/** Minor units that are paid for `stake` at a multiple of `numerator / denominator`, rounded down. */
export function payoutOf(stake: number, numerator: number, denominator: number): number {
  const product = stake * numerator
  // Stakes of currencies with six decimals can exceed the safe integers.
  if (!Number.isSafeInteger(product)) return Number((BigInt(stake) * BigInt(numerator)) / BigInt(denominator))
  return (product - (product % denominator)) / denominator
}

/** The number of ways to choose `chosen` of `count` things. Exact up to 2^53. */
export function binomial(count: number, chosen: number): number {
  let ways = 1
  for (let factor = 1; factor <= chosen; factor += 1) ways = (ways * (count - chosen + factor)) / factor
  return ways
}

/** True for an object with exactly these keys. */
export function hasKeys<Key extends string>(value: unknown, keys: readonly Key[]): value is Record<Key, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const its = Object.keys(value)
  return its.length === keys.length && keys.every((key) => Object.hasOwn(value, key))
}
