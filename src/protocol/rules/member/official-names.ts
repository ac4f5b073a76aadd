import { userNameProblem } from './account.ts'

/* Names that pretend to be the site or its staff (S3.9). Members may not use them (decision 194). */

/** Terms that no name may contain. */
const CONTAINED = (
  '系统 官方 客服 管理员 房管 超管 巡管 站长 版主 主播 运营 财务 充值 小助手 小编 公告 ' +
  'admin system official moderator grandstand customerservice'
).split(' ')

/** Names that are reserved only as a whole: as a part they are ordinary words. Digits after them do not count. */
const WHOLE = (
  '看台 管理 平台 网站 官网 通知 工作人员 root staff support service anchor host mod gm bot ' +
  'cs owner security kefu guanfang guanliyuan guanli xitong fangguan zhubo'
).split(' ')

/** Ordinary words with a reserved term in them. */
const HARMLESS = ['badminton']

/** Characters that look like a Latin letter, by letter: Greek, Cyrillic, Armenian, phonetic letters, digits, symbols. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'ΑαАаɑᴀ4@',
  b: 'ΒβВвЬьʙ8',
  c: 'СсϲϹᴄ¢',
  d: 'ԀԁɗᴅԂ',
  e: 'ΕεЕеЄєҽᴇ3€',
  f: 'Ғғϝꜰ',
  g: 'ɡցɢ69',
  h: 'ΗНнҺһʜհ',
  i: 'ΙιІіӀӏıɪlLɩ1|!ⵏ',
  j: 'ЈјʝᴊյՅ',
  k: 'ΚκКкᴋĸ',
  m: 'ΜМмᴍϻ',
  n: 'ΝηПпոɴ',
  o: 'ΟοσОоӨөօՕᴏ0',
  p: 'ΡρРрᴘ',
  q: 'ԚԛգႳ',
  r: 'ГгʀᴦՐ',
  s: 'ЅѕʂꜱՏ5$',
  t: 'ΤτТтᴛ7+',
  u: 'υսᴜμ',
  v: 'νѴѵᴠ',
  w: 'ԜԝωѡᴡШш',
  x: 'ΧχХхҲҳ',
  y: 'ΥγУуҮүʏ',
  z: 'ΖᴢζᏃ',
}

/** Traditional and similar forms of the Chinese characters of the terms, by the character in them. */
const SIMILAR_CHARACTERS: Readonly<Record<string, string>> = {
  系: '係繫糸',
  统: '統',
  管: '菅',
  员: '員贠',
  长: '長',
  运: '運',
  营: '營',
  编: '編',
  台: '臺',
  网: '網',
  财: '財',
  务: '務',
  值: '値',
  告: '吿',
}

const LETTERS = new Map(
  Object.entries({ ...LOOK_ALIKES, ...SIMILAR_CHARACTERS }).flatMap(([letter, others]) =>
    Array.from(others, (other) => [other, letter] as const),
  ),
)

const usual = (text: string): string => Array.from(text, (character) => LETTERS.get(character) ?? character).join('')

/** What remains of a name, in the usual characters: letters and digits that are seen, without accents, in lower case. `l` and `i` are one letter. */
function lettersOf(name: string): string {
  return usual(usual(name).normalize('NFKD'))
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]|\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll('rn', 'm')
}

const contained = CONTAINED.map(lettersOf)
const whole = new Set(WHOLE.map(lettersOf))
const harmless = HARMLESS.map(lettersOf)
/** Longer input is no name. */
const MAX_LENGTH = 200

/**
 * True for a name that looks like one of the site or its staff, also with separators, invisible characters, accents, full
 * width or look-alike letters in it.
 *
 * @param allowed terms that the bearer may use
 */
export function looksOfficial(name: string, allowed: readonly string[] = []): boolean {
  const given = name.slice(0, MAX_LENGTH)
  // A digit may stand for a letter, or separate two of them.
  const forms = [given, given.normalize('NFKC').replace(/\p{Number}/gu, '')].map((form) =>
    harmless.reduce((rest, word) => rest.replaceAll(word, ''), lettersOf(form)),
  )
  const free = new Set(allowed.map(lettersOf))
  return forms.some((form) => whole.has(form) || contained.some((term) => !free.has(term) && form.includes(term)))
}

/** The problem of a name for a new account: additionally it must not look like the site or its staff (S3.9). */
export function newUserNameProblem(userName: string): string | null {
  return userNameProblem(userName) ?? (looksOfficial(userName) ? '账号包含不能使用的词，请换一个' : null)
}

/** True for a name that an anchor or an expert may not have: they may call themselves official, but not staff. */
export function looksLikeStaff(name: string): boolean {
  return looksOfficial(name, ['主播', '官方', 'official', 'grandstand'])
}

export const REFUSED_NICKNAME = '昵称包含不能使用的词，请换一个'
