import { expect, it } from 'vitest'
import { projectFiles, readProjectFile } from '#tests/support/project.ts'

/** Style rules in the red of live. Each is rendered only while something is live, or for a goal. */
const LIVE_ONLY = [
  'src/app/room/OtherRooms.module.css: .clock',
  'src/features/follow/RecentRooms.module.css: .note[data-live]',
  'src/features/live/LiveStrip.module.css: .head b',
  'src/features/live/LiveStrip.module.css: from',
  'src/features/match/AnchorList.module.css: .who span[data-live]',
  'src/features/match/MatchLine.module.css: .now',
  'src/features/match/ScoreStrip.module.css: .points[data-live] small',
  'src/features/match/TalkBoard.module.css: .state[data-on]',
  'src/features/slip/SlipLegs.module.css: .live',
  'src/features/sport/BoardRow.module.css: .live .when b',
  'src/features/sport/MarketRow.module.css: .live .when b',
  'src/features/sport/MatchHead.module.css: .live',
  'src/ui/text/Badge.module.css: .live',
]

it('red is used only while something is live', () => {
  const found = projectFiles('src', ['.module.css']).flatMap((file) =>
    [...readProjectFile(file).matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selector = '', rules = '']) =>
      /var\(--(?:live|live-fill|tint-live)\)/.test(rules)
        ? `${file}: ${selector
            .replace(/\/\*.*?\*\//gs, '')
            .trim()
            .replaceAll(/\s+/g, ' ')}`
        : [],
    ),
  )
  expect(found.toSorted()).toEqual(LIVE_ONLY)
})
