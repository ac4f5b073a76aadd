import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { BlobResponse, count, nothing, text } from '../shapes.ts'

const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/))

/** Devices, pictures and money call outcomes of a member. */
export const memberEndpoints = {
  'device.list': endpoint({
    path: '/api/site/group/member/device/v1/list',
    access: 'member',
    readOnly: true,
    summary: 'Active sessions of this member, the current one first.',
    request: nothing,
    data: z.object({
      list: z.array(
        z.object({
          id,
          clientType: z.int(),
          // Such as `Chrome · Windows`; empty if unknown.
          device: text(64),
          address: text(64),
          signedInAt: z.int(),
          lastSeenAt: z.int(),
          isThis: z.boolean(),
        }),
      ),
    }),
  }),
  'device.remove': endpoint({
    method: 'DELETE',
    path: '/api/site/group/member/device/v1/remove',
    access: 'member',
    summary: 'Ends another session of this member (S7.4).',
    request: z.strictObject({ id }),
    data: nothing,
  }),
  'upload.images': endpoint({
    path: '/api/site/group/member/upload/v1/images',
    access: 'member',
    encoding: 'multipart',
    files: { maxFiles: 3, maxBytes: 5 * 1024 * 1024, types: ['image/jpeg', 'image/png', 'image/webp'] },
    summary: 'Uploads up to three pictures, for proofs and feedback.',
    request: z.strictObject({ purpose: z.enum(['feedback', 'proof']) }),
    data: z.object({ list: z.array(z.object({ id, type: text(32), size: count })) }),
  }),
  'upload.image': endpoint({
    method: 'GET',
    path: '/api/site/group/member/upload/v1/image',
    access: 'member',
    response: 'blob',
    readOnly: true,
    summary: 'One picture of this member.',
    request: z.strictObject({ id }),
    data: BlobResponse,
  }),
  'upload.remove': endpoint({
    method: 'DELETE',
    path: '/api/site/group/member/upload/v1/remove',
    access: 'member',
    summary:
      'Removes one picture of this member. A proof that an open order needs is deleted when the order has an outcome.',
    request: z.strictObject({ id }),
    data: z.object({ isKept: z.boolean() }),
  }),
  'operation.result': endpoint({
    path: '/api/site/group/wallet/operation/v1/result',
    access: 'member',
    readOnly: true,
    summary: 'Outcome of a money call that is not resent because it contained a secret (settled 7).',
    request: z.strictObject({ idempotencyKey: text(64), endpoint: text(64) }),
    data: z.object({
      /** `unknown`: nothing was booked with this key, and late copies are refused. */
      state: z.enum(['settled', 'unknown']),
      code: z.int(),
      message: text(200),
      data: z.unknown(),
    }),
  }),
} as const
