import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHAT_TEXT_MAX_CHARACTERS } from '#protocol/constants.ts'
import {
  chatTextLength,
  chatTextProblem,
  cleanChatText,
  cleanLines,
  isVisible,
  visibleForm,
} from '#protocol/rules/chat-text.ts'
import emoji from '#features/chat/composer/emoji.json' with { type: 'json' }

/** All code points that match. */
function codePointsOf(property: RegExp): string[] {
  const found: string[] = []
  for (let point = 0; point <= 0x10ffff; point += 1) {
    const character = String.fromCodePoint(point)
    if (property.test(character)) found.push(character)
  }
  return found
}

/** Arabic number signs and similar ones: format characters that have a glyph. */
const SHOWN_FORMAT = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u
const INVISIBLE = codePointsOf(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u).filter(
  (character) => !SHOWN_FORMAT.test(character),
)
const SPACES = codePointsOf(/\p{White_Space}/u)
/** Braille pattern blank, object replacement character, musical symbol null notehead. */
const BLANK_SYMBOLS = ['\u2800', '\ufffc', '\u{1d159}']
const hexOf = (characters: readonly string[]) => characters.map((one) => one.codePointAt(0)?.toString(16))

describe('chat text', () => {
  it.each([
    ['  进球 了  ', '进球 了'],
    ['a\nb\tc', 'a b c'],
    ['a\u200bb\u202ec\ufeff', 'abc'],
    ['a\u0000b\u001bc', 'abc'],
    ['e\u0301', 'é'],
    ['\u2028\u2029', ''],
    ['好\u3000球', '好 球'],
    ['e\u200b\u0301', 'é'],
    ['🤦\u200d♂\ufe0f 👩🏽\u200d🚀', '🤦\u200d♂\ufe0f 👩🏽\u200d🚀'],
    ['👨\u200d👩\u200d👧\u200d👦', '👨\u200d👩\u200d👧\u200d👦'],
    ['进\u200d球\u200d⚽\u200d', '进球⚽'],
    ['⚽\u200d\u200d⚽', '⚽⚽'],
    [`z${'\u0353'.repeat(40)}o`, `z${'\u0353'.repeat(3)}o`],
    ['1\ufe0f\u20e3 བསྒྲུབས ภูมิใจนี้', '1\ufe0f\u20e3 བསྒྲུབས ภูมิใจนี้'],
  ])('%j is normalized to %j', (text, clean) => {
    expect(cleanChatText(text)).toBe(clean)
  })

  it('is normalized in one pass and contains no control or direction characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const clean = cleanChatText(text)
        expect(cleanChatText(clean)).toBe(clean)
        const joined = /(?<=\p{Extended_Pictographic}\P{L}*)\u200d(?=\p{Extended_Pictographic})/gu
        const spelled = /(?<=[\p{L}\p{M}])[\u200c\u200d]/gu
        // Control, bidirectional and zero-width characters.
        expect(clean.replaceAll(joined, '').replaceAll(spelled, '')).not.toMatch(
          /[\p{Cc}\p{Bidi_Control}\u200b-\u200d]/u,
        )
        expect(clean).toBe(clean.trim())
      }),
    )
  })

  it('is normalized in one pass for any combination of marks, joiners and emoji', () => {
    const pieces = [
      'e',
      '\u0301',
      '\u0353',
      '\u200d',
      '\u200b',
      '👩',
      '🏽',
      '\ufe0f',
      '♂',
      ' ',
      '球',
      '\u202e',
      '가',
      '\u11a8',
      'ب',
      'ක',
      '\u0dca',
      '\u064b',
      '\u200c',
      '1',
      '\u20e3',
      '🏴',
      '\u{e0067}',
      '\u{e007f}',
      '\u{e0100}',
      '\u3164',
      '\u2800',
      '\n',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
        const clean = cleanChatText(parts.join(''))
        expect(cleanChatText(clean)).toBe(clean)
        expect(clean).not.toMatch(/\p{Mark}{4}/u)
      }),
    )
  })

  it('S3.22 is empty if it shows nothing: every invisible, blank and combining code point, alone and repeated', () => {
    const marks = codePointsOf(/\p{Mark}/u)
    const all = [...INVISIBLE, ...SPACES, ...BLANK_SYMBOLS, ...marks]
    expect(hexOf(all.filter((one) => cleanChatText(one) !== '' || cleanChatText(one.repeat(3)) !== ''))).toEqual([])
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...all), { maxLength: 20 }), (parts) => {
        expect(cleanChatText(parts.join(''))).toBe('')
        expect(isVisible(parts.join(''))).toBe(false)
      }),
    )
  })

  it('S3.22 shows every code point with a glyph', () => {
    const shown = codePointsOf(/[\p{L}\p{N}\p{P}\p{S}\p{Co}]/u).filter(
      (one) => !/\p{Default_Ignorable_Code_Point}/u.test(one) && !BLANK_SYMBOLS.includes(one),
    )
    expect(hexOf(shown.filter((one) => cleanChatText(one) !== one.normalize('NFC')))).toEqual([])
  })

  it('has no invisible code point between letters, and one space for blank ones', () => {
    expect(hexOf(INVISIBLE.filter((one) => !SPACES.includes(one) && cleanChatText(`进${one}a`) !== '进a'))).toEqual(
      // Variants of ideographs.
      hexOf(codePointsOf(/\p{Variation_Selector}/u).filter((one) => cleanChatText(`进${one}a`) === `进${one}a`)),
    )
    expect(hexOf(SPACES.filter((one) => cleanChatText(`进${one}a`) !== '进 a'))).toEqual([])
    expect(hexOf(INVISIBLE.filter((one) => visibleForm(cleanChatText(`进${one}球`)) !== visibleForm('进 球')))).toEqual(
      [],
    )
  })

  it.each([
    ['进 球\u3000了', '进球了'],
    ['a\u200bb\n\u2800c', 'abc'],
    ['\u202e \u3164', ''],
    ['进球⚽', '进球⚽'],
  ])('%j looks like %j, apart from blanks', (text, form) => {
    expect(visibleForm(text)).toBe(form)
  })

  it('keeps joined emoji, keycaps, flags and variants as they are', () => {
    const flag = (region: string) =>
      `🏴${Array.from(region, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')}\u{e007f}`
    const joined =
      '❤\ufe0f\u200d🔥 🏳\ufe0f\u200d🌈 🏴\u200d☠\ufe0f 🐻\u200d❄\ufe0f 🧑🏿\u200d🤝\u200d🧑🏻 👩🏽\u200d❤\ufe0f\u200d💋\u200d👨🏾'
    const others =
      '🇨🇳 🇵🇹🇧🇷 0\ufe0f\u20e3 #\ufe0f\u20e3 ©\ufe0f ☝🏽 ❤\ufe0e 葛\u{e0100}飾 🏃🏽\u200d♀\ufe0f\u200d➡\ufe0f 🕵\ufe0f\u200d♂\ufe0f'
    const panel = Object.values(emoji).flatMap((lines) => lines.map((line) => line.split(' ')[0] ?? ''))
    const sequences = [...['gbeng', 'gbsct', 'gbwls'].map(flag), ...joined.split(' '), ...others.split(' '), ...panel]
    for (const text of sequences) {
      expect(cleanChatText(text)).toBe(text)
      expect(cleanChatText(`进球${text}！`)).toBe(`进球${text}！`)
    }
    const pictographs = codePointsOf(/\p{Extended_Pictographic}/u)
    const styled = pictographs.flatMap((one) => [`${one}\ufe0f`, `${one}\u200d${one}`])
    expect(styled.filter((text) => cleanChatText(text) !== text)).toEqual([])
    // Tags and joiners without their emoji are invisible text.
    expect(cleanChatText(flag('gbeng').slice(2))).toBe('')
    expect(cleanChatText(`🏴${flag('gbeng').slice(2, -2)}`)).toBe('🏴')
    expect(cleanChatText('1\ufe0f2')).toBe('12')
  })

  it('keeps joiners in the spelling of scripts that use them, one at a time', () => {
    for (const text of [
      'می\u200cخواهم',
      'خانه\u200cها',
      'ه\u200d.ش',
      'ශ්\u200dරී ලංකා',
      'র\u200d্যাব',
      'അവന്\u200d',
      'क्\u200cष',
    ]) {
      expect(cleanChatText(text)).toBe(text.normalize('NFC'))
      expect(cleanChatText(text.replace(/[\u200c\u200d]/u, '$&$&\u200b'))).toBe(text.normalize('NFC'))
    }
    expect(cleanChatText('a\u200cb 进\u200c球 进\u200d球')).toBe('ab 进球 进球')
  })

  it('keeps the line breaks of texts with lines', () => {
    expect(cleanLines(' 一\u200b \r\n\r\n二\t三\u3164\u2028四\n\u2800\n')).toBe('一\n\n二 三\n四')
    expect(cleanLines('\u2800\n\u3164')).toBe('')
  })

  it('counts code points, at most 100', () => {
    expect(chatTextLength('😀😀')).toBe(2)
    expect(chatTextProblem('😀'.repeat(CHAT_TEXT_MAX_CHARACTERS))).toBeNull()
    expect(chatTextProblem('😀'.repeat(CHAT_TEXT_MAX_CHARACTERS + 1))).toBe('too-long')
    expect(chatTextProblem('')).toBe('empty')
  })
})
