import { randomInt } from 'node:crypto'
import svgCaptcha from 'svg-captcha'
import { utf8 } from '#protocol/bytes.ts'
import type { BlobResponse } from '#protocol/endpoints/shapes.ts'
import { memoryStores } from '../../database/shared/expiring-map.ts'
import type { ExpiringStore } from '../../database/shared/expiring-store.ts'
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
  readonly picture: string | null
  readonly recording: string | null
  readonly triesLeft: number
  /** Epoch milliseconds. */
  readonly until: number
}

/** Image codes with an audio alternative (S7.36), under an id chosen by the client. */
export class ImageCodes {
  readonly #codes: ExpiringStore<Code>
  readonly #now: () => number
  readonly #render: Renderer
  readonly #pick: typeof randomText

  /** Codes are in memory unless `stores` is given. */
  constructor(now: () => number, pick = randomText, stores = memoryStores(now)) {
    this.#now = now
    this.#pick = pick
    this.#codes = stores('image-code', MAX_CODES)
    const render: unknown = svgCaptcha
    if (!isRenderer(render)) throw new TypeError('svg-captcha exports no renderer')
    this.#render = render
  }

  /** Returns a picture of new characters and invalidates the previous ones of this id. */
  async image(codeId: string, holder: Holder): Promise<BlobResponse> {
    const text = this.#pick(CHARACTERS, IMAGE_CODE.characters)
    await this.#renew(codeId, holder, { picture: text })
    const drawn = this.#render(text, PICTURE).replaceAll(/fill="#[0-9a-f]+"/g, (fill) =>
      fill.includes(PAPER) ? fill : `fill="${INKS[randomInt(INKS.length)] ?? ''}"`,
    )
    return { type: 'image/svg+xml', bytes: utf8(drawn) }
  }

  /** Returns a recording of new digits. The picture of the same id stays valid. */
  async audio(codeId: string, holder: Holder): Promise<BlobResponse> {
    const digits = this.#pick(DIGITS, IMAGE_CODE.digits)
    await this.#renew(codeId, holder, { recording: digits })
    return { type: 'audio/wav', bytes: speakDigits(digits) }
  }

  /** Checks a code. A correct code is consumed, as is one after five failures. */
  async verify(codeId: string, given: string, holder: Holder): Promise<boolean> {
    const found = await this.#codes.get(codeId)
    if (!found || !isSameHolder(found.holder, holder)) return false
    // Taken, so that concurrent attempts cannot exceed the limit.
    const code = await this.#codes.take(codeId)
    if (!code) return false
    const text = given.replaceAll(/\s/g, '').toUpperCase()
    const isRight = text !== '' && (text === code.picture || text === code.recording)
    const lifetimeMs = code.until - this.#now()
    if (!isRight && code.triesLeft > 1 && lifetimeMs > 0) {
      await this.#codes.put(codeId, { ...code, triesLeft: code.triesLeft - 1 }, lifetimeMs)
    }
    return isRight
  }

  async #renew(codeId: string, holder: Holder, made: Partial<Pick<Code, 'picture' | 'recording'>>): Promise<void> {
    const before = await this.#codes.get(codeId)
    const stored = before && isSameHolder(before.holder, holder) && 'recording' in made ? before.picture : null
    const until = this.#now() + IMAGE_CODE.lifetimeMs
    const code: Code = { holder, picture: stored, recording: null, triesLeft: IMAGE_CODE.tries, until, ...made }
    await this.#codes.put(codeId, code, IMAGE_CODE.lifetimeMs)
  }
}

function randomText(characters: string, length: number): string {
  return Array.from({ length }, () => characters[randomInt(characters.length)] ?? '').join('')
}
