import { randomInt } from 'node:crypto'
import svgCaptcha from 'svg-captcha'
import { utf8 } from '#protocol/bytes.ts'
import type { BlobResponse } from '#protocol/endpoints/shapes.ts'
import { ExpiringMap } from './expiring-map.ts'
import { type Holder, isSameHolder } from './holder.ts'
import { speakDigits } from './spoken-digits.ts'

export const IMAGE_CODE = { lifetimeMs: 120_000, characters: 4, digits: 5, tries: 5 } as const

/** Without characters that look alike in this font: 0 O Q, 1 I J L, 2 Z, 5 S, 6 G, 8 B, 9, U V. */
const CHARACTERS = 'ACDEFHKMNPRTWXY347'
/** Without 1: 一 and 七 sound alike. */
const DIGITS = '023456789'
const PAPER = '#f4f1ea'
const PICTURE = { width: 160, height: 56, fontSize: 62, noise: 2, color: true, background: PAPER } as const
/** Contrast above 7:1 on the background; the lines use the package's light colours. */
const INKS = ['#1d3a6e', '#6b1f3a', '#14513c', '#4b2a78', '#6a3609', '#222a35']
const MAX_CODES = 20_000

type Renderer = (text: string, options: typeof PICTURE) => string

/** The package's default export renders a given text, but its types omit that. */
function isRenderer(value: unknown): value is Renderer {
  return typeof value === 'function'
}

interface Code {
  readonly holder: Holder
  /** Either is accepted: the characters of the picture, the digits of the recording. */
  picture: string | null
  recording: string | null
  triesLeft: number
}

/** Image codes with an audio alternative (S7.36), under an id chosen by the client. */
export class ImageCodes {
  readonly #codes: ExpiringMap<Code>
  readonly #render: Renderer
  readonly #pick: typeof randomText

  constructor(now: () => number, pick = randomText) {
    this.#pick = pick
    this.#codes = new ExpiringMap({ now, max: MAX_CODES })
    const render: unknown = svgCaptcha
    if (!isRenderer(render)) throw new TypeError('svg-captcha exports no renderer')
    this.#render = render
  }

  /** Returns a picture of new characters and invalidates the previous ones of this id. */
  image(codeId: string, holder: Holder): BlobResponse {
    const text = this.#pick(CHARACTERS, IMAGE_CODE.characters)
    this.#renew(codeId, holder, { picture: text })
    const drawn = this.#render(text, PICTURE).replaceAll(/fill="#[0-9a-f]+"/g, (fill) =>
      fill.includes(PAPER) ? fill : `fill="${INKS[randomInt(INKS.length)] ?? ''}"`,
    )
    return { type: 'image/svg+xml', bytes: utf8(drawn) }
  }

  /** Returns a recording of new digits. The picture of the same id stays valid. */
  audio(codeId: string, holder: Holder): BlobResponse {
    const digits = this.#pick(DIGITS, IMAGE_CODE.digits)
    this.#renew(codeId, holder, { recording: digits })
    return { type: 'audio/wav', bytes: speakDigits(digits) }
  }

  /** Checks a code. A correct code is consumed, as is one after five failures. */
  verify(codeId: string, given: string, holder: Holder): boolean {
    const code = this.#codes.get(codeId)
    if (!code || !isSameHolder(code.holder, holder)) return false
    const text = given.replaceAll(/\s/g, '').toUpperCase()
    const isRight = text !== '' && (text === code.picture || text === code.recording)
    code.triesLeft -= 1
    if (isRight || code.triesLeft <= 0) this.#codes.take(codeId)
    return isRight
  }

  #renew(codeId: string, holder: Holder, made: Partial<Pick<Code, 'picture' | 'recording'>>): void {
    const before = this.#codes.get(codeId)
    const stored = before && isSameHolder(before.holder, holder) && 'recording' in made ? before.picture : null
    const code: Code = { holder, picture: stored, recording: null, triesLeft: IMAGE_CODE.tries, ...made }
    this.#codes.put(codeId, code, IMAGE_CODE.lifetimeMs)
  }
}

function randomText(characters: string, length: number): string {
  return Array.from({ length }, () => characters[randomInt(characters.length)] ?? '').join('')
}
