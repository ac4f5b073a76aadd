import { useState } from 'react'
import { CODES } from '#protocol/codes.ts'
import type { ActivityStep } from '#protocol/endpoints/activity.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { Failure } from '#protocol/result.ts'
import { failureText } from '#lib/failure-text.ts'
import { randomUuid } from '#lib/random-id.ts'
import { rewardText } from '#lib/reward-text.ts'
import { activityMessages, activityText } from '#messages/zh/activity.ts'
import { call } from '#transport/client.ts'
import { toast } from '#ui/overlay/toast-manager.ts'

const SEED_DIGITS = 13

/** What a member can do on the page of an activity. */
export interface ActivityActions {
  /** The cycle that is being changed; null if none. */
  readonly busy: string | null
  /** Begins a part, and claims what it has won. Resolves with the part, or null if it was refused. */
  take(
    step: Pick<ActivityStep, 'cycle' | 'status'>,
    input?: Readonly<Record<string, unknown>>,
  ): Promise<ActivityStep | null>
  /** Draws once. Resolves with the part, or null if it was refused; the page is not read again. */
  draw(): Promise<ActivityStep | null>
  /** Reads the activity again. */
  reload(): void
}

type Activity = Pick<DataOf<'activity.check'>, 'activityId' | 'name' | 'draw'>

/** `onChanged` reads the activity again. */
export function useActivity({ activityId, name, draw: next }: Activity, onChanged: () => void): ActivityActions {
  const [busy, setBusy] = useState<string | null>(null)

  async function take(
    { cycle, status }: Pick<ActivityStep, 'cycle' | 'status'>,
    input?: Readonly<Record<string, unknown>>,
  ): Promise<ActivityStep | null> {
    if (busy !== null) return null
    setBusy(cycle)
    const begun = status === 'claimable' ? null : await begin(cycle, input)
    if (begun && !begun.ok) return end(begun)
    const step = begun?.data.step ?? null
    if (step === null || step.status === 'claimable') {
      const received = await call('activity.receive', { name, activityId, cycle })
      if (!received.ok) return end(received)
      const { amount, currency } = received.data
      toast({ text: activityText('claim.done', { amount: rewardText(amount, currency) }), tone: 'success' })
    }
    setBusy(null)
    onChanged()
    return step
  }

  const begin = (cycle: string, input?: Readonly<Record<string, unknown>>) =>
    call('activity.apply', { name, activityId, cycle, ...(input ? { input: { ...input } } : {}) })

  async function draw(): Promise<ActivityStep | null> {
    if (busy !== null || next === null) return null
    setBusy('draw')
    const memberSeed = randomUuid().slice(0, SEED_DIGITS)
    const drawn = await call('activity.draw', { name, activityId, nonce: next.nonce, memberSeed })
    if (!drawn.ok) return end(drawn)
    setBusy(null)
    return drawn.data.step
  }

  /** Shows a refusal; the state on the page was an old one. */
  function end(failure: Failure): null {
    setBusy(null)
    toast({ text: refusalText(failure), tone: 'danger' })
    if (failure.code === CODES.ACTIVITY_STATE || failure.code === CODES.NOT_FOUND) onChanged()
    return null
  }

  return { busy, take, draw, reload: onChanged }
}

/** The text of a refused action, with its reason (30003). */
export function refusalText(failure: Failure): string {
  const { details } = failure
  const reason = typeof details === 'object' && details !== null && 'reason' in details ? String(details.reason) : ''
  const key = `reason.${reason}`
  if (failure.code === CODES.ACTIVITY_STATE && isReason(key)) return activityText(key)
  return failureText(failure, activityText('claim.failed'))
}

type ReasonKey = Extract<keyof typeof activityMessages, `reason.${string}`>

function isReason(key: string): key is ReasonKey {
  return Object.hasOwn(activityMessages, key)
}
