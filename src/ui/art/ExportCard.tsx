import type { ReactNode, Ref } from 'react'
import { commonText } from '#messages/zh/common.ts'
import styles from './ExportCard.module.css'
import { Logo } from './Logo.tsx'

interface ExportCardProps {
  readonly ref?: Ref<HTMLDivElement>
  /** Right of the logo: a league or a date. */
  readonly note?: string
  readonly children: ReactNode
  /** Below a line: where the QR code leads. */
  readonly foot?: ReactNode
}

/**
 * A card that is exported as a picture in the colours of the skin. Plain colours, no shadows, nothing that html2canvas
 * cannot draw.
 */
export function ExportCard({ ref, note, children, foot }: ExportCardProps) {
  return (
    <div ref={ref} className={styles.card}>
      <div className={styles.head}>
        <Logo height={28} />
        {note && <span>{note}</span>}
      </div>
      {children}
      {foot && <div className={styles.foot}>{foot}</div>}
      <p className={styles.fine}>{commonText('site.fine')}</p>
    </div>
  )
}

interface ScoreFaceProps {
  readonly home: string
  readonly away: string
  readonly homeLogo: string
  readonly awayLogo: string
  /** Null before kick-off. */
  readonly score: { readonly home: number; readonly away: number } | null
  /** 下半场 67′, 11 月 21 日 21:30 北京时间: absolute, because pictures are viewed later. */
  readonly clock: string
}

/** The state of a match on a card. */
export function ScoreFace({ home, away, homeLogo, awayLogo, score, clock }: ScoreFaceProps) {
  return (
    <div className={styles.face}>
      <span className={styles.team}>
        <img src={homeLogo} alt="" width={56} height={56} />
        <b>{home}</b>
      </span>
      <span className={styles.middle}>
        <b className={score ? styles.score : styles.versus}>
          {score ? commonText('score.figures', { home: score.home, away: score.away }) : commonText('score.versus')}
        </b>
        <span className={styles.clock}>{clock}</span>
      </span>
      <span className={styles.team}>
        <img src={awayLogo} alt="" width={56} height={56} />
        <b>{away}</b>
      </span>
    </div>
  )
}
