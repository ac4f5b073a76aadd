/** Whose a check is: of one device, and of one session (null = a visitor's). */
export interface Holder {
  readonly deviceId: string
  readonly sessionId: string | null
}

export function isSameHolder(one: Holder, other: Holder): boolean {
  return one.deviceId === other.deviceId && one.sessionId === other.sessionId
}
