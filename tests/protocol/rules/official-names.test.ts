import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { userNameProblem } from '#protocol/rules/member/account.ts'
import { looksLikeStaff, looksOfficial, newUserNameProblem } from '#protocol/rules/member/official-names.ts'
import { nicknameProblem } from '#protocol/rules/member/person.ts'
import { createRandom } from '#server/demo/world/random.ts'
import { nickname } from '#server/demo/world/audience.ts'

const TERMS = [
  '系统',
  '系統',
  '管理员',
  '官方',
  '客服',
  '房管',
  '主播',
  '看台',
  '财务',
  '充值',
  'admin',
  'system',
  'official',
  'gm',
  'root',
]

/** What somebody may put between two characters of a name. */
const SEPARATORS = [
  '',
  '_',
  '-',
  '.',
  ' ',
  '\u3000',
  '\u200b',
  '\u2060',
  '\u00ad',
  '\u3164',
  '\u2800',
  '\ufe0f',
  '·',
  '7',
]

/** Characters that look like a letter. */
const SIMILAR: Readonly<Record<string, string>> = {
  a: 'aAａàаАαΑ𝐚4@ᴀ',
  c: 'cCｃсСϲ',
  d: 'dDｄԁ',
  e: 'eEｅеЕΕé3є',
  f: 'fFｆ',
  g: 'gGｇɡ',
  i: 'iIｉіІιΙı1lL',
  l: 'lLｌ1ІӏI|',
  m: 'mMｍмМΜ',
  n: 'nNｎпΝñ',
  o: 'oOｏоОοΟ0ö',
  r: 'rRｒгᴦ',
  s: 'sSｓѕЅ5$',
  t: 'tTｔтТτ',
  y: 'yYｙуУүγ',
  系: '系係糸',
  统: '统統',
  管: '管菅',
  员: '员員贠',
  台: '台臺',
  财: '财財',
  务: '务務',
  值: '值値',
}

describe('names that look official', () => {
  it('S3.9 are found in look-alike letters, with separators and invisible characters, in any case and width', () => {
    const disguised = fc.constantFrom(...TERMS).chain((term) =>
      fc
        .tuple(...Array.from(term, (letter) => fc.constantFrom(...Array.from(SIMILAR[letter] ?? letter))))
        .chain((letters) =>
          fc
            .array(fc.constantFrom(...SEPARATORS), { minLength: letters.length, maxLength: letters.length })
            // A digit between letters counts as a letter if it looks like one; 7 looks like t.
            .map((between) =>
              letters
                .map((letter, at) => letter + (/[a-z]/.test(term) && between[at] === '7' ? '' : between[at]))
                .join(''),
            ),
        ),
    )
    fc.assert(
      fc.property(disguised, (name) => looksOfficial(name)),
      { numRuns: 2_000 },
    )
  })

  it('S3.9 are refused as nickname and as account, as a whole or as a part', () => {
    for (const name of [
      '系统',
      '系_统',
      '系统消息',
      '官方客服01',
      '我是房管',
      '看台',
      '看台01',
      'Admin',
      'ａｄｍｉｎ',
      'a_d_m_i_n',
      'adm1n',
      '係統',
      '财务',
      '財務小王',
      '充値中心',
      '菅理员',
      '6randstand',
    ]) {
      expect(nicknameProblem(name), name).toBe('昵称包含不能使用的词，请换一个')
    }
    for (const name of ['admin', 'Admin01', 'sysTem', 'off1cial', 'kefu', 'root123']) {
      expect(newUserNameProblem(name), name).toBe('账号包含不能使用的词，请换一个')
      expect(userNameProblem(name), name).toBeNull()
    }
  })

  it('S3.9 ordinary names are free', () => {
    for (const name of [
      '看球人',
      'Fan_01',
      '南看台小白',
      '北看台大刘',
      'badminton',
      'Modric',
      '站台的灯',
      '没睡醒的裁判',
      'robot9',
    ]) {
      expect(looksOfficial(name), name).toBe(false)
    }
    const random = createRandom(7)
    const crowd = Array.from({ length: 5_000 }, () => nickname(random))
    expect(crowd.filter((name) => looksOfficial(name))).toEqual([])
  })

  it('S3.9 anchors and experts may be official, but not staff', () => {
    for (const name of ['主播小美', '官方解说阿晴', '看台老周']) expect(looksLikeStaff(name), name).toBe(false)
    for (const name of ['系统', '客服小王', '管 理 员', 'аdmin', 'ＳＹＳＴＥＭ'])
      expect(looksLikeStaff(name), name).toBe(true)
  })

  it('are checked in bounded time', () => {
    const started = performance.now()
    looksOfficial('admi'.repeat(1_000_000))
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})
