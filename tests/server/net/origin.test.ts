import { describe, expect, it } from 'vitest'
import { createLog } from '#server/config/log.ts'
import { hasOneHost, PageOrigins } from '#server/net/origin.ts'

function originsOf(allowed: readonly string[]) {
  const lines: string[] = []
  return { origins: new PageOrigins(allowed, createLog('warn', { write: (line) => void lines.push(line) })), lines }
}

describe('a page behind a proxy that does not pass Host', () => {
  it('is refused and logged once, with what to correct', () => {
    const { origins, lines } = originsOf([])
    for (let count = 0; count < 3; count += 1) {
      expect(origins.allows('https://live.example.com', '127.0.0.1:8080')).toBe(false)
    }
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      origin: 'https://live.example.com',
      requestedHost: '127.0.0.1:8080',
      msg: expect.stringContaining('let the proxy pass Host unchanged, or set ALLOWED_ORIGINS') as string,
    })
  })

  it('is accepted when Host is passed, in any case, with and without a port', () => {
    const { origins, lines } = originsOf([])
    expect(origins.allows('https://live.example.com', 'Live.Example.com')).toBe(true)
    expect(origins.allows('https://live.example.com:8443', 'live.example.com:8443')).toBe(true)
    expect(origins.allows('https://live.example.com:8443', 'live.example.com')).toBe(false)
    expect(lines).toHaveLength(1)
  })

  it('does not depend on Host with ALLOWED_ORIGINS, which the log names for a page of another origin', () => {
    const { origins, lines } = originsOf(['https://live.example.com'])
    expect(origins.allows('https://live.example.com', '127.0.0.1:8080')).toBe(true)
    expect(origins.allows('https://www.example.com', 'www.example.com')).toBe(false)
    expect(lines.join('')).toContain('add their origin to ALLOWED_ORIGINS')
  })
})

it('refused origins fill neither log nor memory', () => {
  const { origins, lines } = originsOf([])
  for (let count = 0; count < 1_000; count += 1) origins.allows(`https://evil-${count}.example`, 'live.example.com')
  expect(lines).toHaveLength(8)
  const { origins: others, lines: none } = originsOf([])
  for (const text of ['null', 'https://', 'x'.repeat(9_000), 'https://live.example.com/', 'http://[']) {
    expect(others.allows(text, 'live.example.com')).toBe(false)
  }
  expect(none).toEqual([])
})

it('requests with several Host headers are told apart from those with a host in another header', () => {
  expect(hasOneHost(['Host', 'a.example', 'X-Forwarded-Host', 'b.example', 'accept', 'host'])).toBe(true)
  expect(hasOneHost(['accept', '*/*'])).toBe(true)
  expect(hasOneHost(['Host', 'a.example', 'accept', '*/*', 'hOST', 'a.example'])).toBe(false)
})
