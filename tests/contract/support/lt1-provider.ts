import { createCipheriv, createHmac, randomBytes } from 'node:crypto'
import { CODES, codeText } from '#protocol/codes.ts'
import { signedQueryText } from '#protocol/third-party.ts'

interface Grant {
  readonly appId: string
  readonly signKey: string
  readonly dataKey: string
  readonly origin: string
  readonly expireAt: number
}

const LIFETIME_MS = 60_000

/** S7.114: a video provider that checks signatures and encrypts its responses, with node:crypto only. */
export class Lt1Provider {
  #granted = new Map<string, Grant>()
  #count = 0
  /** Origin of the provider in grants. '' = the API origin. */
  origin = ''

  grant(): Grant {
    this.#count += 1
    const key = () => randomBytes(32).toString('base64url')
    const expireAt = Date.now() + LIFETIME_MS
    const grant = { appId: `app-${this.#count}`, signKey: key(), dataKey: key(), origin: this.origin, expireAt }
    this.#granted.set(grant.appId, grant)
    return grant
  }

  /** Invalidates all credentials. */
  revoke(): void {
    this.#granted = new Map()
  }

  play(target: string): string {
    const { sign = '', ...query } = Object.fromEntries(new URL(target, 'http://provider').searchParams)
    const grant = this.#granted.get(query['appId'] ?? '')
    const expected = createHmac('sha256', Buffer.from(grant?.signKey ?? '', 'base64url'))
      .update(signedQueryText(query))
      .digest('hex')
    if (!grant || sign !== expected || Math.abs(Date.now() - Number(query['ts'])) > 120_000) return refused()
    const lines = [{ id: 'l1', name: '线路一', kind: 'flv', url: '/media/a.flv' }]
    const data = { matchId: query['matchId'], lines, expireAt: grant.expireAt }
    return JSON.stringify({ code: 0, data: encrypted(JSON.stringify(data), grant.dataKey, sign) })
  }
}

function refused(): string {
  return JSON.stringify({ code: CODES.PARAM_ERROR, msg: codeText(CODES.PARAM_ERROR), data: null })
}

function encrypted(text: string, key: string, sign: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), iv)
  cipher.setAAD(Buffer.from(sign, 'utf8'))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64url')
}
