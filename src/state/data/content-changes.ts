import type { EndpointName } from '#protocol/endpoints/table.ts'

const readers = new Set<readonly [EndpointName, () => unknown]>()

/** Calls `read` when operators have changed the data of an endpoint. Returns the unsubscribe function. */
export function onContentChange(name: EndpointName, read: () => unknown): () => void {
  const reader = [name, read] as const
  readers.add(reader)
  return () => {
    readers.delete(reader)
  }
}

/** @param changed names of endpoints, or their beginnings */
export function notifyContentChange(changed: readonly string[]): void {
  for (const [name, read] of readers) if (changed.some((start) => name.startsWith(start))) read()
}

/**
 * Reads again which kinds of play are stopped, on all parts of the screen. Called when a call was refused, and when a
 * reality check is due or answered.
 */
export function notifyPlayChange(): void {
  notifyContentChange(['responsible.get', 'coin.checkPermission'])
}
