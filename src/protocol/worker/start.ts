import type { Member } from '../endpoints/shapes.ts'
import type { StorageAdapter } from './storage.ts'
import type { TransportNotice } from './notices.ts'

export interface StartOptions {
  /** `https://host:port`, no trailing slash; calls and sockets go there. */
  readonly origin: string
  readonly siteId: number
  readonly clientType: 1 | 2 | 3
  /** Version string of the page, sent as the `version` header. */
  readonly appVersion: string
  /** Ed25519 public key of the server (base64url), from the served HTML. */
  readonly serverIdentity: string
  /** Other lines to the same server that the page was served with, so that a start does not depend on the first one. */
  readonly lines?: readonly string[]
  readonly platform: string
}

/** Functions of the page that the worker calls (Comlink proxies). */
export interface WorkerLinks {
  readonly storage: StorageAdapter
  notify(notice: TransportNotice): void
}

export interface StartReport {
  readonly session: { member: Member; expireAt: number } | null
  readonly clockOffsetMs: number
  readonly cryptoBackend: 'webcrypto' | 'pure-js' | 'node'
}
