import { formatCount } from '#lib/format.ts'
import { rt } from '#lib/text/room.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import type { GiftController } from './use-gifts.ts'

/** Asked when a visit goes above a further multiple of a set total. Having a rest is the recommended answer. */
export function SpendingPause({ gifts }: { readonly gifts: GiftController }) {
  const { pausedAt, total } = gifts
  // What is being spent now matters more than what was, unless that is the larger part.
  const title =
    pausedAt !== null && pausedAt >= total
      ? rt('gift.pauseTitle', { total: formatCount(pausedAt) })
      : rt('gift.pauseFirst', { total: formatCount(total) })
  return (
    <Dialog
      isOpen={pausedAt !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) gifts.answerPause(false)
      }}
      title={title}
      description={rt('gift.pauseText')}
      isQuestion
      actions={
        <>
          <Button kind="outline" size="small" onClick={() => gifts.answerPause(true)}>
            {rt('gift.pauseGoOn')}
          </Button>
          <Button kind="primary" size="small" onClick={() => gifts.answerPause(false)}>
            {rt('gift.pauseRest')}
          </Button>
        </>
      }
    />
  )
}
