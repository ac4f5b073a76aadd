import { useState } from 'react'
import { type Skin, SKINS } from '#protocol/sites.ts'
import { commonText } from '#messages/zh/common.ts'
import { MatchCard } from '#features/live/MatchCard.tsx'
import { type Reminders, toggledReminders } from '#features/live/reminders.ts'
import { Button } from '#ui/button/Button.tsx'
import { currentSkin, wearSkin } from '#ui/skin.ts'
import { useDocumentTitle } from '#app/route/use-document-title.ts'
import { Controls } from './Controls.tsx'
import { Forms } from './Forms.tsx'
import { Figures } from './Figures.tsx'
import { Frames } from './Frames.tsx'
import { GALLERY_MATCHES, GALLERY_NOW } from './fixtures.ts'
import styles from './gallery.module.css'
import { Movers } from './Movers.tsx'
import { RoomParts } from './RoomParts.tsx'
import { Specimen } from './Specimen.tsx'
import { States } from './States.tsx'
import { Wardrobe } from './Wardrobe.tsx'

/** `/gallery`: all components in all states and skins, for axe and visual tests. */
export function GalleryPage() {
  const [skin, setSkin] = useState<Skin>(currentSkin)
  const [reminders, setReminders] = useState<Reminders>(new Map([['g4', GALLERY_NOW]]))
  useDocumentTitle('部件')
  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <h1>{`${commonText('brand.name')}的部件`}</h1>
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
            {commonText(`skin.${key}`)}
          </Button>
        ))}
      </header>
      <Wardrobe />
      <Movers />
      <Frames />
      <Controls />
      <Forms />
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
              onReminder={(one) => setReminders(toggledReminders(reminders, one))}
            />
          ))}
        </ul>
      </Specimen>
    </main>
  )
}
