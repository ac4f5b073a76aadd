import type * as z from 'zod/mini'
import { authEndpoints } from './auth.ts'
import { chatroomEndpoints } from './chatroom.ts'
import { demoEndpoints } from './demo.ts'
import { gatewayEndpoints } from './gateway.ts'
import { giftEndpoints } from './gift.ts'
import { liveEndpoints } from './live.ts'
import { siteEndpoints } from './site.ts'

/**
 * Every call there is. A screen names a call by its key and imports only types of this module, so that the schemas
 * stay in the worker and on the server: `call('live.detail', { eid })`.
 */
export const ENDPOINTS = {
  ...gatewayEndpoints,
  ...siteEndpoints,
  ...authEndpoints,
  ...liveEndpoints,
  ...chatroomEndpoints,
  ...giftEndpoints,
  ...demoEndpoints,
} as const

export type EndpointName = keyof typeof ENDPOINTS
export type RequestOf<Name extends EndpointName> = z.infer<(typeof ENDPOINTS)[Name]['request']>
export type DataOf<Name extends EndpointName> = z.infer<(typeof ENDPOINTS)[Name]['data']>
