import { common } from './common.ts'
import { access, outcome, update, account, money } from './access.ts'
import { auth, registration } from './auth.ts'
import { administration } from './administration.ts'
import { coins } from './coins.ts'
import { entries } from './entries.ts'
import { follow, home, search } from './home.ts'
import { binding, forms, profile, security } from './members.ts'
import { news } from './news.ts'
import { activity, help, share, sports } from './pages.ts'
import { lab, perf, play, player } from './player.ts'
import { playStop, responsible } from './responsible.ts'
import { room } from './room.ts'
import { animation, carousel, danmaku, effects, giftHistory } from './shows.ts'
import { teams } from './teams.ts'
import { verification } from './verification.ts'
import { wallet } from './wallet.ts'
import { walletDeposit } from './wallet-deposit.ts'
import { walletHome } from './wallet-home.ts'
import { walletCards } from './wallet-cards.ts'
import { walletWithdraw } from './wallet-withdraw.ts'
import { walletFunds } from './wallet-funds.ts'
import { walletRecords } from './wallet-records.ts'

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
  binding,
  carousel,
  coins,
  common,
  danmaku,
  effects,
  entries,
  follow,
  forms,
  'gift-history': giftHistory,
  help,
  home,
  lab,
  money,
  news,
  outcome,
  perf,
  play,
  player,
  'play-stop': playStop,
  profile,
  registration,
  responsible,
  room,
  search,
  security,
  share,
  sports,
  teams,
  update,
  verification,
  wallet,
  'wallet-deposit': walletDeposit,
  'wallet-home': walletHome,
  'wallet-cards': walletCards,
  'wallet-withdraw': walletWithdraw,
  'wallet-funds': walletFunds,
  'wallet-records': walletRecords,
} as const
