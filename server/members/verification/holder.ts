/** The owner of a check: a device and a session (null for a visitor). */
export interface Holder {
  readonly deviceId: string
  readonly sessionId: string | null
}

export function isSameHolder(one: Holder, other: Holder): boolean {
  return one.deviceId === other.deviceId && one.sessionId === other.sessionId
}
