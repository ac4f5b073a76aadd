import type { TransportDependencies } from '../dependencies.ts'

/** What a server said before anything of it is understood. */
export interface Reply {
  readonly status: number
  readonly text: string
  readonly sentAt: number
  readonly receivedAt: number
}

/** One HTTP request. Null when nothing came (network, abort); nothing is cached, no cookie travels (settled 26). */
export async function fetchText(
  dependencies: Pick<TransportDependencies, 'fetch' | 'now'>,
  url: string,
  init: RequestInit,
): Promise<Reply | null> {
  const sentAt = dependencies.now()
  try {
    const response = await dependencies.fetch(url, {
      ...init,
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
    })
    const text = await response.text()
    return { status: response.status, text, sentAt, receivedAt: dependencies.now() }
  } catch {
    return null
  }
}

/** The JSON object of a text, or null when it is something else. */
export function jsonObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const parsed: unknown = JSON.parse(text)
    // The check makes it a record: an object that is neither null nor a list.
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
