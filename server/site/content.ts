import type { EGame as GameEntry, Venue } from '#protocol/endpoints/game.ts'
import type { Banner } from '#protocol/endpoints/site.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { BonusPool } from '#protocol/games/catalogue.ts'
import type { EGame } from '#protocol/games/round.ts'
import customerService from './content/customer-service.json' with { type: 'json' }
import content from './content/public.json' with { type: 'json' }
import games from './content/games.json' with { type: 'json' }
import venues from './content/venues.json' with { type: 'json' }

/** Content of the demo site. Periods are days relative to today, so that the demo always has current content. */
type Period = { readonly fromDay: number; readonly toDay: number }
type Planned<Item extends { start: number; end: number }> = Omit<Item, 'start' | 'end'> & Period

const BANNER_POSITIONS = ['home', 'live', 'news'] as const
type BannerPosition = (typeof BANNER_POSITIONS)[number]
export const BANNERS = content.banners as Readonly<Record<BannerPosition, readonly Planned<Banner>[]>>

type Announcement = DataOf<'site.announcements'>['list'][number]
/** `marquee` is shown in the marquee, `popup` opens once; both belong to `all`. */
export const ANNOUNCEMENTS = content.announcements as readonly Planned<Announcement>[]

export const SPORT_VENUES = content.sportVenues as DataOf<'site.sportConfigs'>['list']
export const FLOAT_WINDOWS = content.floatWindows as DataOf<'site.floatWindows'>['list']
/** Icon names of src/app/shell/nav/nav-icons.ts. */
export const NAVIGATION = content.navigation as DataOf<'site.navigation'>['list']
export const COUNTRIES = content.countries as DataOf<'site.countries'>['list']

/** S7.32: contact channels and frequent questions. */
export const CUSTOMER_SERVICE = customerService as DataOf<'site.customerService'>

/** All venues of the demo site by class (Annex D.3). A venue under maintenance has no end time. */
export const VENUES = venues.venues as readonly Venue[]

/** Games of the venue of e-games, their brands and bonus pools. */
export const E_GAME_CONTENT = games as {
  readonly brands: readonly { readonly brand: string; readonly name: string }[]
  readonly games: readonly (Pick<GameEntry, 'venueEnName' | 'name' | 'brand' | 'tags' | 'art'> & {
    readonly gameId: EGame
  })[]
  readonly pools: readonly { readonly poolId: BonusPool; readonly name: string }[]
}
