import { createDecipheriv, createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromBase64Url, toHex } from '#protocol/bytes.ts'
import { captchaText, offlineGeetest, oldPassword, sign, timewd } from '#workers/crypto/legacy.ts'

const key = Uint8Array.from({ length: 32 }, (_, index) => index * 7)
const iv = Uint8Array.from({ length: 16 }, (_, index) => 255 - index)

describe('legacy fields', () => {
  it('S7.6 sign with HMAC-SHA256 like node:crypto, also RFC 4231 case 2', () => {
    const text = 'POST\n/api/x?a=1\n1795000000123\n看台'
    expect(sign(text, key)).toBe(createHmac('sha256', key).update(text).digest('hex'))
    expect(sign('what do ya want for nothing?', new TextEncoder().encode('Jefe'))).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
  })

  it('S3.1 encode the password with the server time and the wd key', () => {
    const raw = fromBase64Url(timewd('Play2026x', 1_795_000_000_123, key, iv))
    expect(toHex(raw.subarray(0, 16))).toBe(toHex(iv))
    const decipher = createDecipheriv('aes-256-cbc', key, iv)
    const text = Buffer.concat([decipher.update(raw.subarray(16)), decipher.final()]).toString('utf8')
    expect(text).toBe('Play2026x|1795000000123')
  })

  it('S3.1 hash the old password with the trimmed lower-case name', () => {
    const md5 = (text: string) => createHash('md5').update(text).digest('hex')
    expect(oldPassword('Play2026x', '  Fan001 ')).toBe(md5(`${md5('Play2026x')}fan001`))
  })

  it('S4.19 encrypt any AJ-Captcha result like aes-128-ecb of node:crypto', () => {
    const secretKey = fc.string({ unit: fc.constantFrom(...'abcXYZ0189'.split('')), minLength: 16, maxLength: 16 })
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), secretKey, (text, secret) => {
        const written = Buffer.from(text, 'utf8').toString('utf8')
        const decipher = createDecipheriv('aes-128-ecb', secret, null)
        const read = decipher.update(captchaText(written, secret), 'base64', 'utf8') + decipher.final('utf8')
        expect(read).toBe(written)
      }),
    )
  })

  it('S7.52 return the md5 of an offline geetest challenge', () => {
    const challenge = '9f2c47d0a1b34e5f8890c1d2e3f40516'
    const validate = createHash('md5').update(challenge).digest('hex')
    const seccode = `${validate}|jordan`
    expect(offlineGeetest(challenge)).toEqual({
      geetest_challenge: challenge,
      geetest_validate: validate,
      geetest_seccode: seccode,
    })
  })
})
