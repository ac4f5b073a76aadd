import { rt } from '#lib/text/room.ts'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { GiftGrid } from './GiftGrid.tsx'
import styles from './GiftSheet.module.css'
import { Quantity } from './Quantity.tsx'
import { SendBar } from './SendBar.tsx'
import type { GiftDesk } from './use-gift-desk.ts'

export interface GiftSheetProps {
  readonly desk: GiftDesk
  /** Who receives them. */
  readonly anchorName: string
}

/** The gifts of a phone: a drawer from below. */
export function GiftSheet({ desk, anchorName }: GiftSheetProps) {
  const { failure, isLoading, retry } = desk.list
  const hasGifts = desk.gifts.length > 0
  return (
    <Sheet
      isOpen={desk.isOpen}
      onOpenChange={desk.setOpen}
      title={rt('gift.title')}
      aside={rt('gift.to', { name: anchorName })}
      footer={hasGifts && <SendBar desk={desk} />}
    >
      {!hasGifts && isLoading && (
        <Loading className={styles.loading}>
          {Array.from({ length: 6 }, (_, place) => (
            <Skeleton key={place} height="112px" />
          ))}
        </Loading>
      )}
      {!hasGifts && failure && (
        <ErrorPanel message={rt('gift.listFailed')} code={failure.code} traceId={failure.traceId} onRetry={retry} />
      )}
      {hasGifts && (
        <div className={styles.content}>
          <GiftGrid desk={desk} />
          <Quantity key={desk.gift?.giftId} count={desk.count} onChange={desk.setCount} />
        </div>
      )}
    </Sheet>
  )
}
