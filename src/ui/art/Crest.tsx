import { hashText } from '#protocol/random.ts'
import { useState } from 'react'
import styles from './Crest.module.css'

/** Two team colours and a third one, like the drawn crests. */
const CLUB_COLOURS = [
  ['#a9252d', '#f4ede0', '#ffd98a'],
  ['#0a63a8', '#ffffff', '#ffd24d'],
  ['#2e7d3a', '#f6f1dc', '#f6d35b'],
  ['#16233f', '#f3a21b', '#ffffff'],
  ['#0d565b', '#e9f4ee', '#2f9188'],
  ['#5c1f2b', '#f6e7c8', '#e9b949'],
] as const

interface CrestProps {
  /** Team name; its first character is shown if there is no crest. */
  readonly team: string
  /** A crest below /art. */
  readonly src?: string
  /** Edge in pixels, 28 by default. */
  readonly size?: number
}

/** A team's crest. Decorative: the name is always shown beside it. */
export function Crest({ team, src, size = 28 }: CrestProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  if (src?.startsWith('/art/') && src !== failedSrc) {
    return (
      <img
        className={styles.crest}
        src={src}
        width={size}
        height={size}
        alt=""
        draggable={false}
        onError={() => setFailedSrc(src)}
      />
    )
  }
  const [field, edge, sash] = CLUB_COLOURS[hashText(team) % CLUB_COLOURS.length] ?? CLUB_COLOURS[0]
  return (
    <svg className={styles.crest} viewBox="0 0 64 64" width={size} height={size} aria-hidden="true">
      <path d="M8 5h48v28c0 14-10 22-24 28C18 55 8 47 8 33Z" fill={edge} />
      <path d="M11.500 8.500h41V33c0 12-8 18.500-20.500 24C19.500 51.500 11.500 45 11.500 33Z" fill={field} />
      <path d="M11.500 12 52.500 40c-1 3-3 6-5 8L11.500 22Z" fill={sash} opacity="0.55" />
      <text x="32" y="41" fontSize="27" fontWeight="700" fill={edge} textAnchor="middle">
        {String.fromCodePoint(team.codePointAt(0) ?? 0x20)}
      </text>
    </svg>
  )
}
