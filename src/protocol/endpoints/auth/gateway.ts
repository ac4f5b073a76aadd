import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { count, nothing, text } from '../shapes.ts'

const base64url = (length: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.length(length))

/** Calls of the transport: handshake and clock. */
export const gatewayEndpoints = {
  'gateway.vvm': endpoint({
    path: '/api/gw/ic/v2/vvm',
    response: 'plain',
    credentials: false,
    summary: 'Key agreement and versions. The only call whose request and response are not sealed (S7.10).',
    request: z.strictObject({
      version: z.int(),
      siteId: z.int(),
      /** X25519 share of the client, 32 bytes. */
      share: base64url(43),
    }),
    data: z.object({
      serverTime: z.int(),
      version: z.int(),
      minVersion: z.int(),
      /** Key id of the session. */
      keyVersion: text(64),
      share: base64url(43),
      /** Ed25519 over the transcript, 64 bytes. */
      signature: base64url(86),
      lifetimeMs: count,
      safeTypes: z.record(z.string(), z.int()),
    }),
  }),
  'gateway.getSysTime': endpoint({
    path: '/api/base/sysBasic/v1/getSysTime',
    timeoutMs: 5_000,
    readOnly: true,
    summary: 'Server clock in milliseconds (S7.40).',
    request: nothing,
    data: z.object({ time: z.int() }),
  }),
  'gateway.timeServer': endpoint({
    method: 'GET',
    path: '/timeServer',
    response: 'plain',
    credentials: false,
    readOnly: true,
    summary: 'Server clock in milliseconds, without a session (S7.41).',
    request: nothing,
    data: z.object({ time: z.int() }),
  }),
} as const
