import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { marqueeRun } from '#protocol/rules/marquee.ts'
import type { MatchView } from '#protocol/views/match-list.ts'
import { homeText } from '#messages/zh/home.ts'
import type { Announcement } from '#state/site/announcements.ts'
import { announcementsAtom, isInForce, loadAnnouncements, watchAnnouncements } from '#state/site/announcements.ts'
import { Block } from '#ui/state/Block.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { Marquee } from '#ui/text/Marquee.tsx'
import styles from './HomeMarquee.module.css'

type MatchTeams = Pick<MatchView, 'team1' | 'team2'>

/** Returns whether an announcement names both teams of the match. */
function isAbout({ title, content }: Pick<Announcement, 'title' | 'content'>, match: MatchTeams | undefined) {
  if (match === undefined || match.team1 === '' || match.team2 === '') return false
  return [match.team1, match.team2].every((team) => title.includes(team) || content.includes(team))
}

/**
 * The items of the marquee: announcements in force that do not open by themselves (S7.28) and are not about the lead
 * match of the page, repeated so that they fill the strip.
 */
function runOf(list: readonly Announcement[], now: number, lead: MatchTeams | undefined) {
  const items = list
    .filter((item) => item.popup !== 1 && isInForce(item, now) && !isAbout(item, lead))
    .map(({ id, title, content }) => ({ id, category: 0, pmdTimerStart: null, pmdTimerEnd: null, title, content }))
  return marqueeRun(items, now).map(({ item, copy }) => {
    const title = items.find(({ id }) => id === item.id)?.title ?? ''
    return { id: item.id, copy, title, content: item.content }
  })
}

interface HomeMarqueeProps {
  readonly now: number
  /** The match that the page shows as its lead. */
  readonly lead?: MatchTeams | undefined
}

/** Announcements in a scrolling strip. */
export function HomeMarquee({ now, lead }: HomeMarqueeProps) {
  const { list, failure, isLoading } = useAtomValue(announcementsAtom)
  useEffect(watchAnnouncements, [])
  return (
    <Block
      name={homeText('marquee.label')}
      query={{ data: list, failure, isLoading, retry: () => void loadAnnouncements() }}
      failed={homeText('marquee.failed')}
      skeleton={
        <div className={styles.line}>
          <Skeleton width="60%" />
        </div>
      }
      isEmpty={(all) => runOf(all, now, lead).length === 0}
    >
      {(all) => (
        <Marquee
          className={styles.line}
          label={homeText('marquee.label')}
          pauseLabel={homeText('marquee.pause')}
          playLabel={homeText('marquee.play')}
          run={runOf(all, now, lead).map(({ id, copy, title, content }) => ({
            id,
            copy,
            content: (
              <>
                <b className={styles.title} dir="auto">
                  {title}
                </b>
                <bdi>{content}</bdi>
              </>
            ),
          }))}
        />
      )}
    </Block>
  )
}
