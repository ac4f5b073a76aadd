import type { SafeType } from '#protocol/verification.ts'
import { vt } from '#lib/messages/verification.ts'

/** Which kind of check stands in the panel. */
export interface TypeChoice {
  readonly offered: readonly SafeType[]
  /** null = none of them can be had. */
  readonly current: SafeType | null
  readonly failed: readonly SafeType[]
  /** Said politely when the panel has changed the kind by itself, or why nothing is left. */
  readonly note: string | null
  /** Counts up whenever a check begins anew. */
  readonly attempt: number
}

export function firstChoice(offered: readonly SafeType[]): TypeChoice {
  return { offered, current: offered[0] ?? null, failed: [], note: null, attempt: 0 }
}

/** S4.19: a kind that cannot be loaded falls to the next one, in the order in which they are offered, then from the start. */
export function withoutType(choice: TypeChoice, type: SafeType, reason?: string): TypeChoice {
  if (type !== choice.current) return choice
  const failed = [...choice.failed.filter((one) => one !== type), type]
  const place = choice.offered.indexOf(type)
  const inTurn = [...choice.offered.slice(place + 1), ...choice.offered.slice(0, place)]
  const next = inTurn.find((one) => !failed.includes(one)) ?? null
  const to = next && vt(`type.${next}`)
  const fallen = reason
    ? vt('type.fallenBecause', { reason, to: to ?? '' })
    : vt('type.fallen', { from: vt(`type.${type}`), to: to ?? '' })
  return {
    ...choice,
    current: next,
    failed,
    note: to === null ? (reason ?? null) : fallen,
    attempt: choice.attempt + 1,
  }
}

/** The person's own choice: also one that has failed before. */
export function withType(choice: TypeChoice, type: SafeType): TypeChoice {
  const failed = choice.failed.filter((one) => one !== type)
  return { ...choice, current: type, failed, note: null, attempt: choice.attempt + 1 }
}

/** 重试 after everything has failed. */
export function fromStart(choice: TypeChoice): TypeChoice {
  return { ...firstChoice(choice.offered), attempt: choice.attempt + 1 }
}
