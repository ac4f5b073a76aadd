import type { SafeType } from '#protocol/verification.ts'
import { verificationText } from '#messages/zh/verification.ts'

/** The current check of the panel. */
interface TypeChoice {
  readonly offered: readonly SafeType[]
  /** null = no check is available. */
  readonly current: SafeType | null
  readonly failed: readonly SafeType[]
  /** Announced when the panel changed the check by itself, or when none is left. */
  readonly note: string | null
  /** Increases whenever a check restarts. */
  readonly attempt: number
}

export function firstChoice(offered: readonly SafeType[]): TypeChoice {
  return { offered, current: offered[0] ?? null, failed: [], note: null, attempt: 0 }
}

/** S4.19: an unavailable check falls back to the next one in the offered order, then from the start. */
export function withoutType(choice: TypeChoice, type: SafeType, reason?: string): TypeChoice {
  if (type !== choice.current) return choice
  const failed = [...choice.failed.filter((one) => one !== type), type]
  const place = choice.offered.indexOf(type)
  const inTurn = [...choice.offered.slice(place + 1), ...choice.offered.slice(0, place)]
  const next = inTurn.find((one) => !failed.includes(one)) ?? null
  const to = next && verificationText(`type.${next}`)
  const fallen = reason
    ? verificationText('type.fallenBecause', { reason, to: to ?? '' })
    : verificationText('type.fallen', { from: verificationText(`type.${type}`), to: to ?? '' })
  return {
    ...choice,
    current: next,
    failed,
    note: to === null ? (reason ?? null) : fallen,
    attempt: choice.attempt + 1,
  }
}

/** Selects a check, also one that has failed before. */
export function withType(choice: TypeChoice, type: SafeType): TypeChoice {
  const failed = choice.failed.filter((one) => one !== type)
  return { ...choice, current: type, failed, note: null, attempt: choice.attempt + 1 }
}

/** 重试 after all checks have failed. */
export function fromStart(choice: TypeChoice): TypeChoice {
  return { ...firstChoice(choice.offered), attempt: choice.attempt + 1 }
}
