import { expect } from 'vitest'
import { elementPng } from '#lib/browser/export-png.ts'
import type { Skin } from '#protocol/sites.ts'
import { ScoreCard } from '#features/match/ScoreCard.tsx'
import { InviteCard } from '#features/share/InviteCard.tsx'
import { ShareFoot } from '#features/share/ShareFoot.tsx'
import type { MatchNow } from '#state/room/room-match.ts'
import { NOON, SNAPSHOT } from './feed-fixtures.ts'
import { frames, mount } from './mount.tsx'
import { pixelDifference, pixelsOfBlob, screenshotOf } from './pixels.ts'
import { DETAIL } from './room-fixtures.ts'

/**
 * Library and browser differ slightly in antialiasing; without the baseline correction (export-png.ts) it is 2.5 and
 * 0.018.
 */
const MAX_MEAN = 0.5
const MAX_STRONG = 0.003

const LINK = 'https://grandstand.example/s/Ab3dE_f-9z'
const NOW: MatchNow = { ...SNAPSHOT, homeScore: 2, guestScore: 1 }
const COMING: MatchNow = { ...SNAPSHOT, clock: { phase: 'before', phaseStartedAt: NOON } }
const CARDS = {
  'score card': <ScoreCard detail={DETAIL} match={NOW} now={NOON} />,
  'card before the match': <ScoreCard detail={DETAIL} match={COMING} now={NOON} />,
  'room invitation': <ScoreCard detail={DETAIL} match={NOW} now={NOON} foot={<ShareFoot link={LINK} />} />,
  'invite poster': <InviteCard name="坐后排" code="7kq2m9xa" link={LINK} />,
}
export type CardName = keyof typeof CARDS
export const CARD_NAMES = [
  'score card',
  'card before the match',
  'room invitation',
  'invite poster',
] as const satisfies readonly CardName[]

/** Exports a card in a skin and compares the PNG with a screenshot of the browser. */
export async function compareCard(name: CardName, skin: Skin): Promise<void> {
  const mounted = mount(<div style={{ width: 'max-content' }}>{CARDS[name]}</div>, skin)
  try {
    const element = mounted.root.querySelector<HTMLElement>('div > div > div')
    if (!element) throw new Error('no card')
    await Promise.all([...element.querySelectorAll('img')].map((picture) => picture.decode()))
    await frames(2)
    const png = await elementPng(element)
    if (!png) throw new Error('no picture')
    const [drawn, shown] = [await pixelsOfBlob(png), await screenshotOf(element)]
    expect([drawn.width, drawn.height]).toEqual([shown.width, shown.height])
    const difference = pixelDifference(drawn, shown)
    expect(difference.mean).toBeLessThan(MAX_MEAN)
    expect(difference.strong).toBeLessThan(MAX_STRONG)
  } finally {
    mounted.unmount()
  }
}
