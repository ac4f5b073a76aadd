import {
  BookOpen,
  ChartNoAxesColumn,
  Gamepad2,
  Gift,
  Headset,
  House,
  LayoutGrid,
  Mic,
  Newspaper,
  Star,
  Tag,
  Trophy,
  Tv,
  User,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { BasketballIcon, FootballIcon, ReelsIcon } from '#ui/SportIcon.tsx'

export type NavIcon = ComponentType<{ readonly size?: number }>

/** The icons that the navigation of a site may name. Only these: a name is never made into an address. */
const ICONS: ReadonlyMap<string, NavIcon> = new Map<string, NavIcon>([
  ['house', House],
  ['tv', Tv],
  ['football', FootballIcon],
  ['basketball', BasketballIcon],
  ['gamepad', Gamepad2],
  ['mic', Mic],
  ['reels', ReelsIcon],
  ['star', Star],
  ['headset', Headset],
  ['newspaper', Newspaper],
  ['tag', Tag],
  ['trophy', Trophy],
  ['chart', ChartNoAxesColumn],
  ['book', BookOpen],
  ['gift', Gift],
  ['user', User],
])

/** The icon of a name that a server sent; a plain one when nobody drew it. */
export function navIcon(name: string): NavIcon {
  return ICONS.get(name) ?? LayoutGrid
}
