import { access } from './en/access.ts'
import { account } from './en/account.ts'
import { activity } from './en/activity.ts'
import { administration } from './en/administration.ts'
import { animation } from './en/animation.ts'
import { auth } from './en/auth.ts'
import { frame } from './en/frame.ts'
import { game } from './en/game.ts'
import { games } from './en/games.ts'
import { gift } from './en/gift.ts'
import { club } from './en/club.ts'
import { points } from './en/points.ts'
import { common } from './en/common.ts'
import { danmaku } from './en/danmaku.ts'
import { egame } from './en/egame.ts'
import { effects } from './en/effects.ts'
import { entries } from './en/entries.ts'
import { follow } from './en/follow.ts'
import { help } from './en/help.ts'
import { home } from './en/home.ts'
import { agent } from './en/agent.ts'
import { feedback } from './en/feedback.ts'
import { inbox } from './en/inbox.ts'
import { markets } from './en/markets.ts'
import { tables } from './en/tables.ts'
import { news } from './en/news.ts'
import { perf } from './en/perf.ts'
import { playStop } from './en/play-stop.ts'
import { player } from './en/player.ts'
import { profile } from './en/profile.ts'
import { rain } from './en/rain.ts'
import { registration } from './en/registration.ts'
import { responsible } from './en/responsible.ts'
import { room } from './en/room.ts'
import { security } from './en/security.ts'
import { share } from './en/share.ts'
import { slip } from './en/slip.ts'
import { sports } from './en/sports.ts'
import { verification } from './en/verification.ts'
import { verify } from './en/verify.ts'
import { wallet } from './en/wallet.ts'

/**
 * English catalogues by file name. Loaded only if a site has `multiLanguageEntrance` enabled and English was chosen
 * (S1.5). Separate from the Chinese ones, which are loaded per screen.
 */
export const ENGLISH = {
  access,
  account,
  activity,
  administration,
  animation,
  auth,
  club,
  points,
  frame,
  game,
  games,
  gift,
  common,
  danmaku,
  effects,
  egame,
  entries,
  follow,
  help,
  home,
  agent,
  feedback,
  inbox,
  markets,
  tables,
  news,
  perf,
  'play-stop': playStop,
  player,
  profile,
  rain,
  registration,
  responsible,
  room,
  security,
  share,
  slip,
  sports,
  verification,
  verify,
  wallet,
} as const
