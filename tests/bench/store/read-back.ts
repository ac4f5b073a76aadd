/** A place in the log and the sender's own id of what stands there; null where nobody has said it. */
export interface Place {
  readonly seq: number
  readonly cid: string | null
}

export interface ReadBack {
  /** Texts whose sender was told where they stand, and which do not stand there. */
  readonly lost: number
  /** Texts that stand there once more. */
  readonly doubled: number
  /** Places that do not follow the one before, and texts that were said before the one above them. */
  readonly outOfOrder: number
}

/** Holds what senders were told against what the store holds of the room, in its order. Later texts have later ids. */
export function readBack(told: readonly Place[], stored: readonly Place[]): ReadBack {
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
  return { lost: told.filter(({ seq, cid }) => bySeq.get(seq) !== cid).length, doubled, outOfOrder }
}
