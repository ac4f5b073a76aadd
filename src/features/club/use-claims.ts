import { useState } from 'react'
import type { Claimable, Received } from '#protocol/endpoints/club.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { rewardText } from '#lib/reward-text.ts'
import { clubText } from '#messages/zh/club.ts'
import { toast } from '#ui/overlay/toast-manager.ts'

/** State of the claim of an item; absent before it. */
type ClaimState = 'busy' | 'done' | Failure

export interface Claims {
  readonly stateOf: (id: string) => ClaimState | undefined
  readonly isBusy: boolean
  readonly claim: (item: Pick<Claimable, 'id'>) => void
  readonly claimAll: (items: readonly Pick<Claimable, 'id'>[]) => void
}

/**
 * Claims items, one or all, each with its own result. An item is paid once whatever its key is, so that a claim whose
 * response was lost may be pressed again.
 *
 * @param send claims an item by its id
 * @param onClaimed reads the list again
 */
export function useClaims(send: (id: string) => Promise<Result<Received>>, onClaimed: () => void): Claims {
  const [states, setStates] = useState<ReadonlyMap<string, ClaimState>>(new Map())
  const [isBusy, setBusy] = useState(false)
  const set = (id: string, state: ClaimState) => setStates((known) => new Map([...known, [id, state]]))

  async function receive(id: string): Promise<string | null> {
    set(id, 'busy')
    const result = await send(id)
    set(id, result.ok ? 'done' : result)
    return result.ok ? rewardText(result.data.amount, result.data.currency) : null
  }

  async function receiveAll(ids: readonly string[]): Promise<void> {
    setBusy(true)
    const amounts: (string | null)[] = []
    // One after the other: they change the same account.
    // oxlint-disable-next-line no-await-in-loop -- as above
    for (const id of ids) amounts.push(await receive(id))
    setBusy(false)
    const done = amounts.filter((amount) => amount !== null)
    const failed = amounts.length - done.length
    if (done.length > 0) {
      const text =
        amounts.length === 1
          ? clubText('claim.doneText', { amount: done[0] ?? '' })
          : failed === 0
            ? clubText('claim.allDone', { done: done.length })
            : clubText('claim.allSome', { done: done.length, failed })
      toast({ text, tone: 'success' })
      onClaimed()
    }
  }

  return {
    stateOf: (id) => states.get(id),
    isBusy,
    claim: ({ id }) => void receiveAll([id]),
    claimAll: (items) => void receiveAll(items.map(({ id }) => id)),
  }
}
