import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { socketEventsText } from './docs/socket-events.ts'
import { wireHash } from '#server/site/api-docs/wire-schemas.ts'

/** `npm run docs`: writes docs/socket-events.md from the protocol and prints the hash of its schemas. */
writeFileSync(path.resolve('docs/socket-events.md'), socketEventsText())
process.stdout.write(`Hash of the wire schemas for src/protocol/version.ts: ${wireHash()}\n`)
