/** What this tab remembers, through reloads too (sessionStorage); null where the browser forbids it. */
export function tabStorage(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null
  } catch {
    return null
  }
}
