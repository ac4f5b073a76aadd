import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { Skin } from '#protocol/sites.ts'
import { SKINS } from '#protocol/sites.ts'
import { t } from '#lib/messages/common.ts'
import { MatchCard } from '#features/live/MatchCard.tsx'
import type { Reminders } from '#features/live/reminders.ts'
import { toggledReminders } from '#features/live/reminders.ts'
import { siteAtom } from '#state/site/site.ts'
import { Button } from '#ui/Button.tsx'
import { currentSkin, wearSkin } from '#ui/skin.ts'
import { useDocumentTitle } from '../route/use-document-title.ts'
import { Controls } from './gallery/Controls.tsx'
import { Figures } from './gallery/Figures.tsx'
import { Frames } from './gallery/Frames.tsx'
import { GALLERY_MATCHES, GALLERY_NOW } from './gallery/fixtures.ts'
import styles from './gallery/gallery.module.css'
import { Movers } from './gallery/Movers.tsx'
import { RoomParts } from './gallery/RoomParts.tsx'
import { Specimen } from './gallery/Specimen.tsx'
import { States } from './gallery/States.tsx'
import { Wardrobe } from './gallery/Wardrobe.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'

/** `/gallery`: all components in all states and skins, for axe and visual tests. Demo mode only. */
export function GalleryPage() {
  const { isDemo } = useAtomValue(siteAtom)
  return isDemo ? <Gallery /> : <NotFoundPage />
}

function Gallery() {
  const [skin, setSkin] = useState<Skin>(currentSkin)
  const [reminders, setSeats] = useState<Reminders>(new Map([['g4', GALLERY_NOW]]))
  useDocumentTitle('部件')
  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <h1>{`${t('brand.name')}的部件`}</h1>
        {SKINS.map((key) => (
          <Button
            key={key}
            size="small"
            aria-pressed={key === skin}
            kind={key === skin ? 'primary' : 'outline'}
            onClick={() => {
              wearSkin(key)
              setSkin(key)
            }}
          >
            {t(`skin.${key}`)}
          </Button>
        ))}
      </header>
      <Wardrobe />
      <Movers />
      <Frames />
      <Controls />
      <Figures />
      <RoomParts />
      <States />
      <Specimen title="比赛卡" isWide>
        <ul className={styles.cards}>
          {GALLERY_MATCHES.map((match) => (
            <MatchCard
              key={match.eid}
              match={match}
              now={GALLERY_NOW}
              hasReminder={reminders.has(match.eid)}
              onReminder={(one) => setSeats(toggledReminders(reminders, one))}
            />
          ))}
        </ul>
      </Specimen>
    </main>
  )
}
