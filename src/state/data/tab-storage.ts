/** Returns `sessionStorage`; null if the browser forbids it. */
export function tabStorage(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null
  } catch {
    return null
  }
}
