import { beforeEach, describe, it } from 'vitest'
import { page } from 'vitest/browser'
import { SKINS } from '#protocol/sites.ts'
import { CARD_NAMES, compareCard } from '../support/export-cards.tsx'

beforeEach(() => page.viewport(400, 600))

describe.each(SKINS)('S2.21 exported cards in %s', (skin) => {
  it.each(CARD_NAMES)('the PNG of the %s matches the rendering of the browser', (name) => compareCard(name, skin))
})
