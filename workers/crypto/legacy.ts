import AES from 'crypto-js/aes.js'
import Hex from 'crypto-js/enc-hex.js'
import HmacSHA256 from 'crypto-js/hmac-sha256.js'
import MD5 from 'crypto-js/md5.js'
import ECB from 'crypto-js/mode-ecb.js'
import SHA256 from 'crypto-js/sha256.js'
import { type Bytes, concatBytes, toBase64Url, toHex, utf8 } from '#protocol/bytes.ts'
import { normalUserName } from '#protocol/rules/member/account.ts'
import type { GeetestProof } from '#protocol/worker/api.ts'

/*
 * Legacy fields, computed with crypto-js like the front end of the specification. They give no protection by themselves:
 * the envelope does.
 */

function wordArray(bytes: Uint8Array) {
  return Hex.parse(toHex(bytes))
}

function fromHex(text: string): Bytes {
  const bytes = new Uint8Array(text.length / 2)
  for (let index = 0; index < bytes.length; index += 1)
    bytes[index] = Number.parseInt(text.slice(index * 2, index * 2 + 2), 16)
  return bytes
}

/** The `sign` header: HMAC-SHA256 with the session's sign key, hexadecimal. */
export function sign(text: string, key: Uint8Array): string {
  return HmacSHA256(wordArray(utf8(text)), wordArray(key)).toString(Hex)
}

/** S3.1: base64url( iv 16 | AES-256-CBC(`password|serverTimeMs`) ) under the session's wd key. */
export function timewd(password: string, serverTimeMs: number, key: Uint8Array, iv: Uint8Array): string {
  const text = wordArray(utf8(`${password}|${serverTimeMs}`))
  const { ciphertext } = AES.encrypt(text, wordArray(key), { iv: wordArray(iv) })
  return toBase64Url(concatBytes(iv, fromHex(ciphertext.toString(Hex))))
}

/** S3.1: md5(md5(password) + lower(name)), hexadecimal. Used to migrate accounts of an older system. */
export function oldPassword(password: string, name: string): string {
  return MD5(MD5(password).toString(Hex) + normalUserName(name)).toString(Hex)
}

/** S7.44: the first 16 hexadecimal digits of sha256(lower(name) + siteId), the last part of the path of `auth.loginVe4`. */
export function accountHash(name: string, siteId: number): string {
  return SHA256(`${normalUserName(name)}${siteId}`)
    .toString(Hex)
    .slice(0, 16)
}

/**
 * S4.19: base64( AES-128-ECB(text) ) with PKCS#7, the format of AJ-Captcha servers. The key is sent with the picture, so
 * this is not a secret.
 */
export function captchaText(text: string, secretKey: string): string {
  return AES.encrypt(wordArray(utf8(text)), wordArray(utf8(secretKey)), { mode: ECB }).toString()
}

/** S7.52: the proof that geetest's script computes while its service is offline: md5 of the challenge. */
export function offlineGeetest(challenge: string): GeetestProof {
  const validate = MD5(challenge).toString(Hex)
  return {
    geetest_challenge: challenge,
    geetest_validate: validate,
    geetest_seccode: `${validate}|jordan`,
  }
}
