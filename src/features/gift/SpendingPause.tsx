import { formatCount } from '#lib/format.ts'
import { rt } from '#lib/text/room.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import type { GiftController } from './use-gifts.ts'

/** Asks whether to continue when a visit exceeds a further multiple of the sum. The recommended choice is to pause. */
export function SpendingPause({ gifts }: { readonly gifts: GiftController }) {
  const { pausedAt, total } = gifts
  // The title names the current cost, unless the coins already sent are more.
  const title =
    pausedAt !== null && pausedAt >= total
      ? rt('gift.pauseTitle', { total: formatCount(pausedAt) })
      : rt('gift.pauseFirst', { total: formatCount(total) })
  return (
    <Dialog
      isOpen={pausedAt !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) gifts.resolvePause(false)
      }}
      title={title}
      description={rt('gift.pauseText')}
      isQuestion
      actions={
        <>
          <Button kind="outline" size="small" onClick={() => gifts.resolvePause(true)}>
            {rt('gift.pauseGoOn')}
          </Button>
          <Button kind="primary" size="small" onClick={() => gifts.resolvePause(false)}>
            {rt('gift.pauseRest')}
          </Button>
        </>
      }
    />
  )
}
