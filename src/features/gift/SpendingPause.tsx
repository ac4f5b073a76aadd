import { formatCount } from '#lib/format.ts'
import { rt } from '#lib/text/room.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import type { GiftController } from './use-gift-desk.ts'

/** Asked when a visit goes above a further multiple of a set total. Having a rest is the recommended answer. */
export function SpendingPause({ desk }: { readonly desk: GiftController }) {
  const { pausedAt, total } = desk
  // What is being spent now matters more than what was, unless that is the larger part.
  const title =
    pausedAt !== null && pausedAt >= total
      ? rt('gift.pauseTitle', { total: formatCount(pausedAt) })
      : rt('gift.pauseFirst', { total: formatCount(total) })
  return (
    <Dialog
      isOpen={pausedAt !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) desk.answerPause(false)
      }}
      title={title}
      description={rt('gift.pauseText')}
      isQuestion
      actions={
        <>
          <Button kind="outline" size="small" onClick={() => desk.answerPause(true)}>
            {rt('gift.pauseGoOn')}
          </Button>
          <Button kind="primary" size="small" onClick={() => desk.answerPause(false)}>
            {rt('gift.pauseRest')}
          </Button>
        </>
      }
    />
  )
}
