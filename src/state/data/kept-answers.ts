/** Of more questions than this the one that was answered longest ago is forgotten. */
export const MOST_KEPT_ANSWERS = 64

/** Adds an answer as the newest; the same map when it is known already. */
export function withAnswer(
  kept: ReadonlyMap<string, unknown>,
  key: string,
  data: unknown,
): ReadonlyMap<string, unknown> {
  if (kept.get(key) === data) return kept
  const others = [...kept].filter(([other]) => other !== key)
  return new Map([...others.slice(1 - MOST_KEPT_ANSWERS), [key, data]])
}
