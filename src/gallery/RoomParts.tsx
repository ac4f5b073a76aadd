import { createStore, Provider, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { Gift } from '#protocol/endpoints/gift.ts'
import type { GiftController } from '#features/gift/use-gifts.ts'
import { GiftGrid } from '#features/gift/GiftGrid.tsx'
import { GiftTrays } from '#features/gift/GiftTrays.tsx'
import { Quantity } from '#features/gift/Quantity.tsx'
import { MatchLine } from '#features/match/MatchLine.tsx'
import { OddsRow } from '#features/match/OddsRow.tsx'
import { EMPTY_FEED } from '#state/feed/feed-state.ts'
import { giftTapped, giftTraysAtom } from '#state/effects/gift-trays.ts'
import { feedAtom } from '#state/feed/feed-atoms.ts'
import { serverNow } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { drawItem } from '#features/chat/rows/ChatRow.tsx'
import { GALLERY_ROWS } from './feed-fixtures.ts'
import { GALLERY_SNAPSHOT, GALLERY_GIFTS } from './room-fixtures.ts'
import styles from './gallery.module.css'
import { Specimen } from './Specimen.tsx'

const NO_ACTIONS = { onRetry: () => undefined, onDismiss: () => undefined }

/** A separate store, so that no real room is affected. */
const galleryStore = createStore()
galleryStore.set(feedAtom, { ...EMPTY_FEED, snapshot: GALLERY_SNAPSHOT })

/** Components of a live room: message kinds, gifts, match line, odds. */
export function RoomParts() {
  return (
    <Provider store={galleryStore}>
      <Specimen title="聊天的每一种行">
        <Panel className={styles.lines}>
          {GALLERY_ROWS.map((item) => (
            <div key={item.key}>{drawItem(item, NO_ACTIONS)}</div>
          ))}
        </Panel>
      </Specimen>
      <Specimen title="礼物">
        <Gifts />
      </Specimen>
      <Specimen title="一条线看比赛，一行看赔率">
        <Panel>
          <MatchLine kind="football" />
          <OddsRow venue="OBTY" />
        </Panel>
      </Specimen>
    </Provider>
  )
}

const TRAY = { comboId: 'gallery', userId: 'u-阿楠', memberName: '阿楠', isMine: false }

function Gifts() {
  const [gift, setGift] = useState<Gift | null>(GALLERY_GIFTS[3] ?? null)
  const [count, setCount] = useState(6)
  const setTrays = useSetAtom(giftTraysAtom)
  const gifts: Pick<GiftController, 'gifts' | 'gift' | 'choose'> = { gifts: GALLERY_GIFTS, gift, choose: setGift }
  return (
    <Panel className={styles.pad}>
      <div className={styles.stack}>
        <GiftGrid gifts={gifts} />
        <Quantity count={count} onChange={setCount} />
        <Button
          size="small"
          onClick={() => gift && setTrays((trays) => giftTapped(trays, { ...TRAY, ...gift }, count, serverNow()))}
        >
          连击一次
        </Button>
      </div>
      <GiftTrays />
    </Panel>
  )
}
