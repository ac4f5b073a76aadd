import type { ReactNode } from 'react'
import styles from './SponsorArt.module.css'
import type { Sponsor } from '#lib/sponsors.ts'

const { ground, far, near, lit, line } = styles

/** Scenes of 320 x 160 in the colours of the skin: flat shapes, light from the top left. */
const SCENES: Readonly<Record<Sponsor['art'], ReactNode>> = {
  soda: (
    <>
      <path className={far} d="M0 118c30-14 60-14 90 0s60 14 90 0 60-14 140 0v42H0Z" />
      <path className={near} d="M0 134c36-12 70-12 106 0s70 12 106 0 70-10 108 0v26H0Z" />
      <path
        className={lit}
        d="M142 44h20v18c14 6 18 16 18 30v44a10 10 0 0 1-10 10h-36a10 10 0 0 1-10-10V92c0-14 4-24 18-30Z"
      />
      <path className={near} d="M124 96h56v30h-56Z" />
      <path className={ground} d="M138 104h28v4h-28ZM138 113h18v4h-18Z" />
      <path className={near} d="M138 34h28v12h-28Z" />
      <circle className={line} cx="212" cy="58" r="7" />
      <circle className={line} cx="232" cy="40" r="4" />
      <circle className={line} cx="98" cy="66" r="5" />
      <circle className={line} cx="84" cy="44" r="3.500" />
    </>
  ),
  lamp: (
    <>
      <path className={far} d="M0 128h320v32H0Z" />
      <path className={ground} d="M74 60 8 160h132ZM246 60l-66 100h132Z" opacity="0.700" />
      <path className={near} d="M70 66h8v94h-8ZM242 66h8v94h-8Z" />
      <path className={near} d="M44 34h60v34H44ZM216 34h60v34h-60Z" />
      <g className={lit}>
        {[52, 68, 84, 224, 240, 256].map((x) => (
          <path key={x} d={`M${x} 40h12v9h-12ZM${x} 53h12v9h-12Z`} />
        ))}
      </g>
      <path className={line} d="M120 146h80a40 18 0 0 0-80 0Z" />
      <circle className={lit} cx="160" cy="140" r="6" />
    </>
  ),
  tea: (
    <>
      <path className={far} d="M0 132h320v28H0Z" />
      <path className={near} d="M112 74h84c8 0 12 6 12 14 0 26-18 46-40 46h-28c-22 0-40-20-40-46 0-8 4-14 12-14Z" />
      <path className={lit} d="M128 62h52a6 6 0 0 1 6 6v6h-64v-6a6 6 0 0 1 6-6Z" />
      <circle className={lit} cx="154" cy="56" r="7" />
      <path className={near} d="M204 86c20-4 30 4 30 16s-12 22-30 18v-10c10 2 18-2 18-9s-8-9-18-6Z" />
      <path className={near} d="M104 92 70 74l-5 8 35 34Z" />
      <path className={ground} d="M124 92h14v24h-14Z" opacity="0.600" />
      <path className={lit} d="M244 118h40a20 18 0 0 1-40 0Z" />
      <path className={line} d="M248 100c6-8-4-12 2-20M264 100c6-8-4-12 2-20M280 100c6-8-4-12 2-20" />
    </>
  ),
}

/** The drawn scene of a sponsor. Decorative. */
export function SponsorArt({
  art,
  className,
}: {
  readonly art: Sponsor['art']
  readonly className?: string | undefined
}) {
  return (
    <svg className={className} viewBox="0 0 320 160" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <rect className={ground} width="320" height="160" />
      {SCENES[art]}
    </svg>
  )
}
