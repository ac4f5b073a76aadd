/** Returns a function that loads a value at most once per `lifetimeMs` and shares it. A failed load is not cached. */
export function remember<Value>(
  lifetimeMs: number,
  now: () => number,
  load: () => Promise<Value>,
): () => Promise<Value> {
  let kept: { readonly value: Promise<Value>; readonly at: number } | null = null
  return () => {
    if (kept && now() - kept.at < lifetimeMs) return kept.value
    const mine = { value: load(), at: now() }
    kept = mine
    mine.value.catch(() => {
      if (kept === mine) kept = null
    })
    return mine.value
  }
}
