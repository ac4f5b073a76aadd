/** Keys of Annex F and our own ones. The adapter refuses all others. */
export const STORED_KEYS = [
  'tb-token',
  'i_code',
  'r_code',
  'language',
  'newsDomains',
  'errCount',
  'dc',
  'uuid',
  'pendingTx',
] as const

export type StoredKey = (typeof STORED_KEYS)[number]

/** Storage of the page. It runs on the main thread, because workers have no sessionStorage and no cookies (settled 26). */
export interface StorageAdapter {
  get(key: StoredKey): Promise<string | null>
  /** Resolves to false if storage is full or forbidden. The value is then held in memory. */
  set(key: StoredKey, value: string): Promise<boolean>
  /** `endedBy` is the code with which the server has ended the session of the token. Other tabs show it as well. */
  remove(key: StoredKey, endedBy?: number): Promise<void>
}
