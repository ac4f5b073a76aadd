import { beforeEach, describe, it } from 'vitest'
import { page } from 'vitest/browser'
import { CARD_NAMES, compareCard } from './support/export-cards.tsx'

/** Two of the three layouts, dark and light; the deep run checks all skins. */
const SKINS_LOOKED_AT = ['glow', 'elegant'] as const

beforeEach(() => page.viewport(400, 600))

describe.each(SKINS_LOOKED_AT)('S2.21 exported cards in %s', (skin) => {
  it.each(CARD_NAMES)('the PNG of the %s matches the rendering of the browser', (name) => compareCard(name, skin))
})
