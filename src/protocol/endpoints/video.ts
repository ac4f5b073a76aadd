import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { StreamSource } from './live.ts'
import { publicId, text } from './shapes.ts'

const key = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/** Third-party video (S7.114): the provider uses signed queries and encrypts a field of its responses. */
export const videoEndpoints = {
  'video.grant': endpoint({
    path: '/api/site/game/newsoccer/live/v1/videoGrant',
    readOnly: true,
    summary: 'Short-lived credentials for the provider. They stay in the worker.',
    request: z.strictObject({ matchId: publicId }),
    data: z.object({
      appId: text(64),
      /** HMAC-SHA256 key of the queries, base64url, 32 bytes. */
      signKey: key,
      /** AES-256-GCM key of the responses' `data`, base64url, 32 bytes. */
      dataKey: key,
      /** Origin of the provider. '' = this origin. */
      origin: text(256),
      expireAt: z.int(),
    }),
  }),
  'video.play': endpoint({
    method: 'GET',
    path: '/open/video/v1/play',
    response: 'field',
    credentials: false,
    readOnly: true,
    summary: 'Stream sources of a match. Query: appId, ts, nonce, matchId, and sign over the others, sorted.',
    request: z.strictObject({ matchId: publicId }),
    data: z.object({ matchId: publicId, lines: z.array(StreamSource), expireAt: z.int() }),
  }),
} as const
