/** Returns a function that loads a value at most once per `lifetimeMs` and shares it. A failed load is not cached. */
export function remember<Value>(
  lifetimeMs: number,
  now: () => number,
  load: () => Promise<Value>,
): () => Promise<Value> {
  let cached: { readonly value: Promise<Value>; readonly at: number } | null = null
  return () => {
    if (cached && now() - cached.at < lifetimeMs) return cached.value
    const mine = { value: load(), at: now() }
    cached = mine
    mine.value.catch(() => {
      if (cached === mine) cached = null
    })
    return mine.value
  }
}
