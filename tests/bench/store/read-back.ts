/** A position in the log and the sender's id of the message; null if nobody sent it. */
export interface Place {
  readonly seq: number
  readonly cid: string | null
}

export interface ReadBack {
  /** Acknowledged texts that are not at their position. */
  readonly lost: number
  /** Duplicate texts. */
  readonly doubled: number
  /** Gaps in the numbering, and texts that were sent before their predecessor. */
  readonly outOfOrder: number
}

/** Compares acks with the stored log of a room. Later texts have later ids. */
export function readBack(acknowledged: readonly Place[], stored: readonly Place[]): ReadBack {
  const bySeq = new Map(stored.map(({ seq, cid }) => [seq, cid]))
  const seen = new Set<string>()
  let doubled = 0
  let outOfOrder = 0
  let last = { seq: 0, cid: '' }
  for (const { seq, cid } of stored) {
    if (seq !== last.seq + 1 || (cid !== null && cid < last.cid)) outOfOrder += 1
    if (cid !== null && seen.has(cid)) doubled += 1
    if (cid !== null) seen.add(cid)
    last = { seq, cid: cid ?? last.cid }
  }
  return { lost: acknowledged.filter(({ seq, cid }) => bySeq.get(seq) !== cid).length, doubled, outOfOrder }
}
