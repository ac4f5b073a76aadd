import { useState } from 'react'
import { roomText } from '#messages/zh/room.ts'
import { TabList, TabPanel, Tabs } from '#ui/choice/Tabs.tsx'
import { Sheet } from '#ui/overlay/Sheet.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { ErrorPanel } from '#ui/state/ErrorPanel.tsx'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import { GiftGrid } from './GiftGrid.tsx'
import { GiftRanking } from './GiftRanking.tsx'
import styles from './GiftSheet.module.css'
import { Quantity } from './Quantity.tsx'
import { SendBar } from './SendBar.tsx'
import type { GiftController } from './use-gifts.ts'

interface GiftSheetProps {
  readonly gifts: GiftController
  /** The recipient. */
  readonly anchorName: string
  readonly anchorRoomId: string
}

/** The gifts and the ranking on a phone, in a sheet. */
export function GiftSheet({ gifts, anchorName, anchorRoomId }: GiftSheetProps) {
  const [tab, setTab] = useState<'gifts' | 'ranking'>('gifts')
  const { failure, isLoading, retry } = gifts.list
  const hasGifts = gifts.gifts.length > 0
  return (
    <Sheet
      isOpen={gifts.isOpen}
      onOpenChange={gifts.setOpen}
      title={roomText('gift.title')}
      aside={roomText('gift.to', { name: anchorName })}
      footer={tab === 'gifts' && hasGifts && <SendBar gifts={gifts} onHistory={gifts.openHistoryFromSheet} />}
    >
      <Tabs value={tab} onValueChange={setTab} className={styles.tabs}>
        <TabList
          label={roomText('gift.tabs')}
          items={[
            { value: 'gifts', label: roomText('gift.button') },
            { value: 'ranking', label: roomText('gift.ranking') },
          ]}
        />
        <TabPanel value="gifts" className={styles.panel}>
          {gifts.isEmpty && <EmptyState title={roomText('gift.empty')} />}
          {!hasGifts && !gifts.isEmpty && isLoading && (
            <Loading className={styles.loading}>
              {Array.from({ length: 6 }, (_, index) => (
                <Skeleton key={index} height="112px" />
              ))}
            </Loading>
          )}
          {!hasGifts && failure && (
            <ErrorPanel message={roomText('gift.listFailed')} failure={failure} onRetry={retry} />
          )}
          {hasGifts && (
            <div className={styles.content}>
              <GiftGrid gifts={gifts} />
              <Quantity key={gifts.gift?.giftId} count={gifts.count} onChange={gifts.setCount} />
            </div>
          )}
        </TabPanel>
        <TabPanel value="ranking" className={styles.panel}>
          <GiftRanking anchorRoomId={anchorRoomId} />
        </TabPanel>
      </Tabs>
    </Sheet>
  )
}
