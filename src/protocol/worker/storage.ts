/** Annex F and ours. Everything else is refused by the adapter. */
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

/** Storage of the page, on the main thread because a worker has no sessionStorage and no cookies (settled 26). */
export interface StorageAdapter {
  get(key: StoredKey): Promise<string | null>
  /** Resolves when the value is stored; false = storage is full or forbidden and the value lives in memory only. */
  set(key: StoredKey, value: string): Promise<boolean>
  /** `endedBy` says with which code the server ended the session whose token goes; other tabs tell their viewers too. */
  remove(key: StoredKey, endedBy?: number): Promise<void>
}
