import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CODES } from '#protocol/codes.ts'
import type { OrderRunner } from '../../wallet/orders/order-runner.ts'
import { addressKey } from '../../config/address.ts'
import { ipOf } from '../../net/caller-ip.ts'
import { sendClear, sendJson } from '../../http/pipeline/send-response.ts'
import { RateLimiter } from '../../net/rate-limit.ts'

/** The last part is the id of the adapter. */
export const WEBHOOK_PATH = '/api/payment/v1/webhook/'
/** Epoch milliseconds of the sender. */
export const WEBHOOK_TIMESTAMP_HEADER = 'x-webhook-timestamp'
/** HMAC-SHA256 over `timestamp.body`, hexadecimal. */
export const WEBHOOK_SIGNATURE_HEADER = 'x-webhook-signature'

const MAX_BODY_BYTES = 4 * 1024
/** Requests per address. A channel repeats a refused webhook, and `query` makes up for a lost one. */
const WEBHOOK_RATE = { burst: 120, perSecond: 20 }
const TOO_MANY = 429
const UNAUTHORIZED = 401

interface WebhookOptions {
  /** Null without a payment channel: there is no webhook. */
  readonly runner: Pick<OrderRunner, 'receive' | 'channelId'> | null
  /** False for blocked addresses. */
  readonly mayConnect: (address: string) => boolean
  readonly now: () => number
}

/**
 * Adds the route for webhooks of the payment channel. It has no envelope and no session: the signature of the channel
 * authenticates the body. All reasons to refuse one have the same response.
 */
export async function registerPaymentWebhooks(app: FastifyInstance, options: WebhookOptions): Promise<void> {
  const { runner, mayConnect, now } = options
  if (!runner) return
  const limiter = new RateLimiter(WEBHOOK_RATE, now)
  await app.register(async (webhooks) => {
    webhooks.removeAllContentTypeParsers()
    // The signature covers the bytes that were sent, so nothing is parsed before it is checked.
    webhooks.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
      (_request, body, done) => done(null, body),
    )
    webhooks.addHook('onRequest', async (request, reply) => {
      if (!mayConnect(ipOf(request))) sendClear(reply, 403, CODES.IP_BLOCKADE, now())
      else if (limiter.take(addressKey(ipOf(request))) > 0) sendClear(reply, TOO_MANY, CODES.CURRENT_LIMITING_A, now())
      else return undefined
      return reply
    })
    webhooks.post(`${WEBHOOK_PATH}${runner.channelId}`, async (request, reply) => {
      const isAccepted = await runner.receive({
        body: typeof request.body === 'string' ? request.body : '',
        timestamp: timestampOf(request),
        signature: headerOf(request, WEBHOOK_SIGNATURE_HEADER),
      })
      if (isAccepted) sendJson(reply, 200, '{"received":true}')
      else sendClear(reply, UNAUTHORIZED, CODES.SEAL_REFUSED, now())
      return reply
    })
  })
}

/** NaN, which no window contains, for anything but digits. */
function timestampOf(request: FastifyRequest): number {
  const text = headerOf(request, WEBHOOK_TIMESTAMP_HEADER)
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
}

function headerOf({ headers }: FastifyRequest, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}
