import * as z from 'zod/mini'
import { cleanChatText, cleanLines } from '../rules/chat-text.ts'

/* Schemas shared by several endpoints. */

export const text = (length: number) => z.string().check(z.maxLength(length))
/** A text that others see, of `min` to `max` characters without what is invisible. */
export const shownText = (min: number, max: number) => cleaned(cleanChatText, min, max)
/** The same with several lines. */
export const shownLines = (min: number, max: number) => cleaned(cleanLines, min, max)
export const count = z.int().check(z.nonnegative())
export const chatRoomNo = z.string().check(z.regex(/^[a-z0-9-]{1,64}$/))
export const publicId = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/))
export const nothing = z.strictObject({})
/** Digits of a country code, without `+`. */
export const areaCode = z.string().check(z.regex(/^\d{1,4}$/))
export const phone = z.string().check(z.regex(/^\d{4,14}$/))
export const email = text(254)
/** A one-time code of a text message or mail. */
export const oneTimeCode = z.string().check(z.regex(/^\d{6}$/))
/** A single-use ticket of a process in several steps. */
export const ticket = z.string().check(z.regex(/^[A-Za-z0-9_-]{22,64}$/))

export const CurrencyCode = z.enum(['CNY', 'USDT', 'COIN'])
export const RewardCurrency = z.enum(['CNY', 'USDT', 'COIN', 'POINT'])

/** The signed-in member, as sent to its own browser. */
export const Member = z.object({
  userId: publicId,
  nickname: text(32),
  avatar: text(64),
  vipLevel: count,
  level: count,
  currency: CurrencyCode,
  siteId: z.int(),
  agentStatus: z.int().check(z.minimum(0), z.maximum(4)),
  tags: z.array(text(32)),
})
export type Member = z.infer<typeof Member>

/** Response of a blob endpoint. `type` is the media type. */
export const BlobResponse = z.object({ type: text(64), bytes: z.instanceof(Uint8Array) })
export type BlobResponse = z.infer<typeof BlobResponse>

/** Page number of a list. */
export const pageNum = z.int().check(z.minimum(1), z.maximum(1_000))

/** Options and responses of WebAuthn as JSON (`PublicKeyCredential.toJSON()`). */
export const WebAuthnJson = z.record(z.string(), z.unknown())

/** A withdrawal password as the worker encodes it. Required if the site has `withdrawPasswordSwitch`, else ignored. */
export const withdrawPwd = z.optional(text(512))

function cleaned(clean: (text: string) => string, min: number, max: number) {
  const limited = z.string().check(z.overwrite(clean), z.maxLength(max))
  return min === 0 ? limited : limited.check(z.minLength(min))
}
