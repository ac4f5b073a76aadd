import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { marqueeRun } from '#protocol/rules/marquee.ts'
import { ht } from '#lib/messages/home.ts'
import type { Announcement } from '#state/site/announcements.ts'
import { announcementsAtom, isInForce, loadAnnouncements, watchAnnouncements } from '#state/site/announcements.ts'
import { Block } from '#ui/Block.tsx'
import { Marquee } from '#ui/Marquee.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './HomeMarquee.module.css'

/**
 * The items of the marquee: announcements in force that do not open by themselves (S7.28), repeated so that they fill
 * the strip.
 */
function runOf(list: readonly Announcement[], now: number) {
  const items = list
    .filter((item) => item.popup !== 1 && isInForce(item, now))
    .map(({ id, title, content }) => ({ id, category: 0, pmdTimerStart: null, pmdTimerEnd: null, title, content }))
  return marqueeRun(items, now).map(({ item, copy }) => {
    const title = items.find(({ id }) => id === item.id)?.title ?? ''
    return { id: item.id, copy, title, content: item.content }
  })
}

/** Announcements in a scrolling strip. */
export function HomeMarquee({ now }: { readonly now: number }) {
  const { list, failure, isLoading } = useAtomValue(announcementsAtom)
  useEffect(watchAnnouncements, [])
  return (
    <Block
      name={ht('marquee.label')}
      query={{ data: list, failure, isLoading, retry: () => void loadAnnouncements() }}
      failed={ht('marquee.failed')}
      skeleton={
        <div className={styles.line}>
          <Skeleton width="60%" />
        </div>
      }
      isEmpty={(all) => runOf(all, now).length === 0}
    >
      {(all) => (
        <Marquee
          className={styles.line}
          label={ht('marquee.label')}
          pauseLabel={ht('marquee.pause')}
          playLabel={ht('marquee.play')}
          run={runOf(all, now).map(({ id, copy, title, content }) => ({
            id,
            copy,
            content: (
              <>
                <b className={styles.title}>{title}</b>
                {content}
              </>
            ),
          }))}
        />
      )}
    </Block>
  )
}
