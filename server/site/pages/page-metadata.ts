import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { PROJECT_ROOT } from '../../config/project-root.ts'

const LOOPBACK = /^(?:127\.|::1$|localhost$)/

/** True if browsers treat the pages as secure context: this machine, or https everywhere. */
export function isTrustworthy({ host, allowedOrigins }: Config): boolean {
  if (allowedOrigins.length > 0) return allowedOrigins.every((origin) => origin.startsWith('https:'))
  return LOOPBACK.test(host)
}

/** Version of package.json. */
export function programVersion(): string {
  const { version } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as { version: string }
  return version
}
