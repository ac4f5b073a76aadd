/**
 * A value that is loaded at most once per `lifetimeMs` and shared by everybody who asks in between. A failed load is
 * not remembered.
 */
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
