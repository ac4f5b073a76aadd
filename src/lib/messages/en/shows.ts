import { isolated } from '../../bidi.ts'

/** animation.ts, danmaku.ts, effects.ts, carousel.ts and gift-history.ts in English; see english.ts. */
export const animation = {
  title: 'Match animation',
  note: 'A drawing: goals and cards are those of the events',
  pause: 'Stop the animation',
  resume: 'Let it run',
  stages: {
    football: { build: 'In possession', attack: 'Attack', danger: 'Dangerous attack' },
    basketball: { build: 'Bringing it up', attack: 'Setting up', danger: 'At the rim' },
    esports: { build: 'Laning', attack: 'Pushing', danger: 'At the base' },
  },
  goal: { football: 'Goal!', basketball: 'Score', esports: 'Kill' },
  points: (points: number) => `+${points}`,
  yellowCard: 'Yellow card',
  redCard: 'Red card',
  substitution: 'Substitution',
  corner: 'Corner',
  whistle: 'Whistle',
  possession: { football: 'Possession', basketball: 'Possession', esports: 'Initiative' },
  dangers: { football: 'Dangerous attacks', basketball: 'At the rim', esports: 'At the base' },
  corners: 'Corners',
  cards: 'Yellow / red cards',
  chance: 'Expected result',
  chanceNote: 'from the odds as they are',
  draw: 'Draw',
  share: (percent: number) => `${percent}%`,
  pair: (label: string, home: string, away: string) => `${label}: home ${home}, away ${away}`,
  chanceText: (home: number, draw: number | null, away: number) =>
    draw === null
      ? `Expected result: home ${home}%, away ${away}%`
      : `Expected result: home ${home}%, draw ${draw}%, away ${away}%`,
  scene: (clock: string, home: string, homeScore: number, awayScore: number, away: string) =>
    `${clock}, ${home} ${homeScore} to ${awayScore} ${away}`,
  latest: (events: string) => `Latest: ${events}`,
  talking: 'Talking about',
  talkSince: (clock: string) => `since ${clock}`,
  talkSoon: 'Not started yet',
  talkAway: 'Away for a moment',
  talkOver: 'Finished for today',
}

export const danmaku = {
  on: 'Bullet chat',
  settings: 'Bullet chat and effects',
  opacity: 'Opacity',
  opacityValue: (percent: number) => `${percent}%`,
  area: 'Area',
  areaChoices: { few: 'Little', half: 'Half', full: 'Full' },
  speed: 'Speed',
  speedChoices: { slow: 'Slow', normal: 'Normal', fast: 'Fast' },
  size: 'Text',
  sizeChoices: { small: 'Small', normal: 'Standard', large: 'Large' },
  density: 'Density',
  densityChoices: { sparse: 'Sparse', normal: 'Normal', dense: 'Dense' },
  shows: 'Show',
  entryNotes: 'Who comes in',
  entryEffects: 'Entrances',
  giftBanners: 'Gift banners',
  giftEffects: 'Full-screen gifts',
  siteBanners: 'News of other rooms',
}

export const effects = {
  gift: (name: string, gift: string) => `${isolated(name)} gives ${isolated(gift)}`,
  times: (count: number) => `×${count}`,
  site: (name: string, title: string, gift: string) =>
    `${isolated(name)} gives ${isolated(gift)} in “${isolated(title)}”`,
  go: 'Have a look',
  close: 'Hide this banner',
}

export const carousel = {
  role: 'carousel',
  position: '{index} of {count}: {label}',
  go: 'Slide {index}: {label}',
  previous: 'Previous',
  next: 'Next',
  pause: 'Stop the slides',
  play: 'Let them run',
}

export const giftHistory = {
  open: 'My gifts',
  title: 'Gifts I gave',
  aside: 'Only you can see them',
  to: (title: string) => `in “${isolated(title)}”`,
  gone: 'in a room that was taken down',
  item: (gift: string, count: number) => `${isolated(gift)} ×${count}`,
  refunded: 'Refunded',
  charged: 'On its way',
  more: '20 more',
  failed: 'The list did not load. Your coins are as they were',
  moreFailed: 'The rest did not load, try again',
  empty: 'No gifts yet',
  emptyText: 'What you give, to whom and for how much, is kept here',
  end: 'That is all of it',
}
