import type { ContentKind } from '#protocol/endpoints/live.ts'

const FOOTBALL =
  '门柱|角球|单刀|越位|手球|门将|草皮|补时|世界波|快射|射门|点球|头球|禁区|传中|边路|倒脚|停球|解围|后防|红牌|黄牌|吃牌|这个牌|给牌|第二张|VAR|破门|任意球|进球|进了我请|这脚|一脚|踢|⚽'
const BASKETBALL = '篮板|三分|罚球|快攻|末节|上篮|扣了|挡拆|走步|暂停|🏀'
const ESPORTS = '闪现|视野|开团|先拿龙|龙坑|推塔|高地|人头|单杀|补刀|发育|🎮'
/** Words about a match, which do not fit an anchor room. */
const MATCH = '\\d:\\d|几比几|裁判|主队|客队'

/** Words that do not fit a room of each kind. */
export const FOREIGN_WORDS: Readonly<Record<ContentKind, RegExp>> = {
  football: new RegExp(`${BASKETBALL}|${ESPORTS}`, 'u'),
  basketball: new RegExp(`${FOOTBALL}|${ESPORTS}`, 'u'),
  esports: new RegExp(`${FOOTBALL}|${BASKETBALL}|球`, 'u'),
  anchor: new RegExp(`${FOOTBALL}|${BASKETBALL}|${ESPORTS}|${MATCH}`, 'u'),
}

/** Words that imply a time, and the minutes at which they are true. */
const TIMES: readonly (readonly [word: RegExp, kind: ContentKind, isTrue: (minute: number) => boolean])[] = [
  [/七十分钟以后/u, 'football', (minute) => minute >= 60],
  [/补时/u, 'football', (minute) => minute >= 86 || (minute >= 42 && minute < 45)],
  [/还有时间/u, 'football', (minute) => minute <= 75],
  [/体能/u, 'football', (minute) => minute >= 55],
  [/体能/u, 'basketball', (minute) => minute >= 32],
  [/末节/u, 'basketball', (minute) => minute >= 36],
  [/最后几个回合|加时/u, 'basketball', (minute) => minute >= 44],
  [/前期/u, 'esports', (minute) => minute <= 12],
  [/高地/u, 'esports', (minute) => minute >= 15],
  [/后期团|一波就能定/u, 'esports', (minute) => minute >= 40],
]

/** Whether a text does not fit the minute at which it is sent (`null`: no match). */
export function saysAtAnotherTime({
  kind,
  minute,
  text,
}: {
  readonly kind: ContentKind
  readonly minute: number | null
  readonly text: string
}): boolean {
  if (minute === null && /几比几|哨子|解说急了/u.test(text)) return true
  return TIMES.some(([word, of, isTrue]) => of === kind && word.test(text) && (minute === null || !isTrue(minute)))
}
