import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PAGE_METADATA, servePages, writePageFiles } from '../../support/page-files.ts'

let folder: string
let app: FastifyInstance

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'grandstand-frame-'))
  writePageFiles(folder)
  for (const name of ['frame', 'assets']) {
    mkdirSync(path.join(folder, name))
    writeFileSync(path.join(folder, name, 'game-a1.js'), 'void 0')
  }
  app = await servePages(folder, PAGE_METADATA)
})

afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('S1.9 the page in the frame of a game', () => {
  it('may run own scripts only: no network, no forms, no origin, no foreign page around it', async () => {
    const { headers } = await app.inject('/game.html')
    const policy = String(headers['content-security-policy']).split(';')
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "form-action 'none'",
        "frame-ancestors 'self'",
        'sandbox allow-scripts',
      ]),
    )
    expect(policy.some((part) => part.startsWith('connect-src'))).toBe(false)
    expect(headers['x-frame-options']).toBe('SAMEORIGIN')
    expect(headers['set-cookie']).toBeUndefined()
  })

  it('loads its files without an origin, which no other file allows', async () => {
    const ofFrame = await app.inject({ url: '/frame/game-a1.js', headers: { origin: 'null' } })
    expect(ofFrame.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const other = await app.inject({ url: '/assets/game-a1.js', headers: { origin: 'null' } })
    expect(other.headers['access-control-allow-origin']).toBeUndefined()
  })
})
