import { createServer, type RequestListener } from 'node:http'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseFeed } from '#server/matches/feed/feed-document.ts'
import { FEED_MAX_BYTES, feedReader } from '#server/matches/feed/feed-reader.ts'
import { feedText, MATCH } from './feed-support.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const LIMIT_MS = 300

const pages: Record<string, RequestListener> = {
  '/good': (request, response) => {
    const isAllowed = request.headers.authorization === 'Bearer secret-token'
    response.writeHead(isAllowed ? 200 : 401, { 'content-type': JSON_TYPE }).end(feedText([MATCH]))
  },
  '/html': (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>'),
  '/latin': (_, response) => response.writeHead(200, { 'content-type': 'application/json; charset=latin1' }).end('{}'),
  '/bytes': (_, response) =>
    response.writeHead(200, { 'content-type': JSON_TYPE }).end(Buffer.from(feedText([MATCH]), 'utf16le')),
  '/redirect': (_, response) => response.writeHead(302, { location: '/good' }).end(),
  '/large': (_, response) =>
    response
      .writeHead(200, { 'content-type': JSON_TYPE, 'content-length': String(FEED_MAX_BYTES + 1) })
      .end(Buffer.alloc(FEED_MAX_BYTES + 1, 0x20)),
  '/endless': (_, response) => {
    response.writeHead(200, { 'content-type': JSON_TYPE })
    const block = Buffer.alloc(1024 * 1024, 0x20)
    const more = (): void => {
      if (!response.destroyed) response.write(block, () => setImmediate(more))
    }
    more()
  },
  '/silent': (_, response) => response.writeHead(200, { 'content-type': JSON_TYPE }).flushHeaders(),
}

const server = createServer((request, response) => pages[request.url ?? '']?.(request, response))
const folder = mkdtempSync(path.join(tmpdir(), 'grandstand-feed-'))
let base = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const readUrl = (page: string, token: string | null = null, limitMs = 5_000) =>
  feedReader({ address: `${base}${page}`, token }, limitMs)()
const fileOf = (content: string | Buffer): string => {
  const file = path.join(folder, 'feed.json')
  writeFileSync(file, content)
  return file
}
const readFile = (address: string) => feedReader({ address, token: null })()

describe('a feed over HTTP', () => {
  it('is read with its token', async () => {
    expect(parseFeed(await readUrl('/good', 'secret-token')).matches).toHaveLength(1)
  })

  it.each([
    ['/good', 'the feed responds with status 401'],
    ['/html', 'the feed is text/html, not application/json'],
    ['/latin', 'the feed is encoded in latin1, not in UTF-8'],
    ['/redirect', 'the feed cannot be reached'],
    ['/large', 'the feed is larger than 10 MB'],
    ['/endless', 'the feed is larger than 10 MB'],
  ])('refuses %s: %s', async (page, message) => {
    await expect(readUrl(page)).rejects.toThrow(message)
  })

  it('does not read text of another encoding as a feed', async () => {
    await expect(readUrl('/bytes').then(parseFeed)).rejects.toThrow('the feed is not')
  })

  it('ends a read that takes too long', async () => {
    await expect(readUrl('/silent', null, LIMIT_MS)).rejects.toThrow('did not arrive within 0.3 seconds')
  })

  it('does not repeat the address in its error', async () => {
    const error: unknown = await feedReader({ address: 'http://127.0.0.1:1/feed?key=secret', token: null })().catch(
      (thrown: unknown) => thrown,
    )
    expect(String(error)).toContain('cannot be reached')
    expect(String(error)).not.toContain('secret')
  })
})

describe('a feed in a file', () => {
  it('is read', async () => {
    expect(parseFeed(await readFile(fileOf(feedText([MATCH])))).matches).toHaveLength(1)
  })

  it('is refused if it is missing, no file, too large or not UTF-8', async () => {
    await expect(readFile(path.join(folder, 'missing.json'))).rejects.toThrow('cannot be read (ENOENT)')
    await expect(readFile(folder)).rejects.toThrow('not a file')
    const file = fileOf('')
    truncateSync(file, FEED_MAX_BYTES + 1)
    await expect(readFile(file)).rejects.toThrow('larger than 10 MB')
    await expect(readFile(fileOf(Buffer.from([0xff, 0xfe, 0x7b, 0x00])))).rejects.toThrow('not encoded in UTF-8')
  })
})

describe('a document', () => {
  it.each([
    ['<!doctype html>', 'HTML or XML'],
    ['not json', 'not JSON'],
    ['[]', 'another format'],
    [JSON.stringify({ format: 'grandstand-matches/3', generatedAt: '', matches: [] }), 'another format: format'],
  ])('is refused: %s', (text, message) => {
    expect(() => parseFeed(text)).toThrow(message)
  })

  it.each([
    ['an unknown field', { colour: 'red' }, 'it: Unrecognized key'],
    ['a negative score', { score: { home: -1, away: 0 } }, 'score.home'],
    ['a phase without its start', { phaseStartedAt: undefined }, 'phaseStartedAt: is needed'],
    ['a time without a zone', { kickOffAt: '2026-11-21T04:00:00' }, 'kickOffAt'],
    ['a team against itself', { away: MATCH.home }, 'away.id'],
    ['an id with other characters', { id: 'M/1' }, 'id: expects'],
    ['a control character', { home: { id: 'x', name: 'a\u0007' } }, 'home.name: contains'],
  ])('leaves out a match with %s and reads the others', (_, change, problem) => {
    const read = parseFeed(
      feedText([
        { ...MATCH, ...change },
        { ...MATCH, id: 'm2' },
      ]),
    )
    expect(read.matches.map(({ id }) => id)).toEqual(['m2'])
    expect(read.problems).toEqual([expect.stringContaining(`matches[0] ${problem}`)])
  })

  it('leaves out the second match with the same id, and counts the problems beyond fifty', () => {
    const read = parseFeed(feedText(Array.from({ length: 100 }, () => MATCH)))
    expect(read.matches).toHaveLength(1)
    expect(read.problems).toHaveLength(51)
    expect(read.problems.at(-1)).toBe('and 49 more')
  })
})
