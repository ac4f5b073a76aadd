import { roomText } from '#messages/zh/room.ts'
import { Sheet } from '#ui/overlay/Sheet.tsx'
import { lazyPanel } from '#ui/state/lazy-part.tsx'

const GiftRecords = lazyPanel(async () => (await import('./GiftRecords.tsx')).GiftRecords)

interface GiftHistoryProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** 我的记录: the member's own sent gifts (Annex H). */
export function GiftHistory({ isOpen, onOpenChange }: GiftHistoryProps) {
  return (
    <Sheet isOpen={isOpen} onOpenChange={onOpenChange} title={roomText('gifts.title')} aside={roomText('gifts.aside')}>
      {isOpen && <GiftRecords />}
    </Sheet>
  )
}
