import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { areaCode, count, nothing, phone, text } from '../shapes.ts'

const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))

/** S3.6. Empty = not filled in. `birthday` cannot be changed once it is set. */
const Material = z.strictObject({
  gender: z.enum(['', 'male', 'female', 'other']),
  /** `YYYY-MM-DD` or empty. */
  birthday: z.union([z.literal(''), z.iso.date()]),
  email: text(254),
  qq: text(16),
  wechat: text(32),
  province: text(32),
  city: text(32),
  receiver: text(48),
})

/** S3.8: a postal address for prizes. */
const Address = z.strictObject({
  receiver: text(48),
  areaCode,
  phone,
  province: text(32),
  city: text(32),
  detail: text(200),
  isDefault: z.boolean(),
})

/** Profile of a member (Annex D.5). */
export const profileEndpoints = {
  'avatar.list': endpoint({
    path: '/api/site/group/member/avatar/v1/list',
    access: 'member',
    readOnly: true,
    summary: 'The avatars to choose from (S3.7).',
    request: nothing,
    data: z.object({ list: z.array(z.object({ id: text(64), url: text(128), isVip: z.boolean() })) }),
  }),
  'avatar.set': endpoint({
    path: '/api/site/group/member/avatar/v1/set',
    access: 'member',
    summary: 'Sets the avatar (S3.7).',
    request: z.strictObject({ id: text(64) }),
    data: nothing,
  }),
  'nickname.check': endpoint({
    path: '/api/site/group/member/nickname/v1/check',
    access: 'member',
    readOnly: true,
    summary: 'Whether a nickname may be used, and when the next change is allowed (S3.9).',
    request: z.strictObject({ nickname: text(32) }),
    data: z.object({ isAllowed: z.boolean(), problem: z.nullable(text(64)), nextChangeAt: z.nullable(z.int()) }),
  }),
  'nickname.update': endpoint({
    path: '/api/site/group/member/nickname/v1/update',
    access: 'member',
    summary: 'Changes the nickname, once in 30 days (S3.9).',
    request: z.strictObject({ nickname: text(32) }),
    data: z.object({ nickname: text(32), nextChangeAt: z.int() }),
  }),
  'material.get': endpoint({
    path: '/api/site/group/member/material/v1/get',
    access: 'member',
    readOnly: true,
    summary: 'Personal data of this member, each with whether it is filled in and may be changed (S3.6).',
    request: nothing,
    data: z.object({
      material: Material,
      filled: z.array(text(16)),
      locked: z.array(text(16)),
    }),
  }),
  'material.update': endpoint({
    path: '/api/site/group/member/material/v1/update',
    access: 'member',
    summary: 'Changes personal data. Fields that are not sent remain (S3.6).',
    request: z.partial(Material),
    data: nothing,
  }),
  'address.list': endpoint({
    path: '/api/site/group/member/address/v1/list',
    access: 'member',
    readOnly: true,
    summary: 'Postal addresses of this member, the default first (S3.8).',
    request: nothing,
    data: z.object({ list: z.array(z.extend(Address, { id })), max: count }),
  }),
  'address.save': endpoint({
    path: '/api/site/group/member/address/v1/save',
    access: 'member',
    summary: 'Adds a postal address, or changes the one with this id (S3.8).',
    request: z.extend(Address, { id: z.optional(id) }),
    data: z.object({ id }),
  }),
  'address.remove': endpoint({
    method: 'DELETE',
    path: '/api/site/group/member/address/v1/delete',
    access: 'member',
    summary: 'Removes a postal address (S3.8).',
    request: z.strictObject({ id }),
    data: nothing,
  }),
} as const
