import { useState } from 'react'
import { isSitePath } from '#protocol/rules/jump.ts'
import { classNames } from '#lib/class-names.ts'
import { Avatar } from '#ui/art/Avatar.tsx'
import { Crest } from '#ui/art/Crest.tsx'
import type { MatchSummary } from './match-stage.ts'
import { hasScore } from './match-stage.ts'
import styles from './MatchCover.module.css'

interface MatchCoverProps {
  readonly match: MatchSummary
  readonly className?: string | undefined
}

/**
 * A recent frame of the video in a box of constant shape, loaded lazily with low priority. The crests (or the anchor) are
 * drawn behind it and stay if there is no frame or it does not load. Decorative: the card names the match.
 */
export function MatchCover({ match, className }: MatchCoverProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  const [isLoaded, setLoaded] = useState(false)
  const { coverUrl } = match
  const hasFrame = coverUrl && isSitePath(coverUrl) && coverUrl !== failedUrl
  return (
    <span className={classNames(styles.cover, className)} aria-hidden="true">
      <span className={styles.drawn}>
        {hasScore(match.kind) ? (
          <>
            <Crest team={match.team1} src={match.team1_logo} size={40} />
            <Crest team={match.team2} src={match.team2_logo} size={40} />
          </>
        ) : (
          <Avatar id={match.anchorRoomId} src={match.anchor.logo_square} size={48} />
        )}
      </span>
      {hasFrame && (
        <img
          className={styles.frame}
          src={coverUrl}
          alt=""
          width={320}
          height={180}
          loading="lazy"
          decoding="async"
          fetchPriority="low"
          draggable={false}
          data-loaded={isLoaded || undefined}
          onLoad={() => setLoaded(true)}
          onError={() => {
            setLoaded(false)
            setFailedUrl(coverUrl)
          }}
        />
      )}
    </span>
  )
}
