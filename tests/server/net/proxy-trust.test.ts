import fc from 'fast-check'
import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createLog } from '#server/config/log.ts'
import { addressKey, readAddress } from '#server/config/address.ts'
import { TrustedProxies } from '#server/net/proxy-trust.ts'

const request = (remoteAddress: string | undefined, forwarded?: string): IncomingMessage =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

function proxiesOf(setting: number | readonly string[]) {
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  return { proxies: new TrustedProxies(setting, log), lines }
}

describe('client addresses behind a trusted proxy', () => {
  it.each([
    [0, '10.0.0.1', '1.1.1.1', '10.0.0.1'],
    [1, '10.0.0.1', '1.1.1.1', '1.1.1.1'],
    [1, '10.0.0.1', '6.6.6.6, 1.1.1.1', '1.1.1.1'],
    [2, '10.0.0.1', '6.6.6.6, 1.1.1.1', '6.6.6.6'],
    [['10.0.0.0/8'], '10.0.0.1', '6.6.6.6, 1.1.1.1, 10.2.2.2', '1.1.1.1'],
    [['10.0.0.0/8'], '::ffff:10.0.0.1', '1.1.1.1', '1.1.1.1'],
    [['10.0.0.0/8'], '11.0.0.1', '1.1.1.1', '11.0.0.1'],
    [['::1'], '::1', '2001:db8::1', '2001:db8::1'],
    [1, '10.0.0.1', undefined, '10.0.0.1'],
    [1, '10.0.0.1', '203.0.113.7:52100', '203.0.113.7'],
    [1, '10.0.0.1', '[2001:db8:5::1]:443', '2001:db8:5::1'],
    [['10.0.0.0/8'], '10.0.0.1', '203.0.113.7:52100, 10.2.2.2:443', '203.0.113.7'],
    [0, '::ffff:10.0.0.1', undefined, '10.0.0.1'],
    [1, undefined, '203.0.113.7', '203.0.113.7'],
    [0, undefined, undefined, ''],
  ] as const)('TRUST_PROXY %j: from %s for %s is %s', (setting, remote, forwarded, expected) => {
    expect(proxiesOf(setting).proxies.clientAddress(request(remote, forwarded))).toBe(expected)
  })

  it.each([
    [1, 'unknown', '10.0.0.1'],
    [1, '6.6.6.6, unix:', '10.0.0.1'],
    [2, '6.6.6.6, _hidden, 10.2.2.2', '10.2.2.2'],
    [['10.0.0.0/8'], '6.6.6.6, 1.1.1.1.1, 10.2.2.2:80', '10.2.2.2'],
    [3, 'unknown', '10.0.0.1'],
  ] as const)('TRUST_PROXY %j: an unreadable entry in %s counts as the proxy %s', (setting, forwarded, expected) => {
    const { proxies, lines } = proxiesOf(setting)
    expect(proxies.clientAddress(request('10.0.0.1', forwarded))).toBe(expected)
    expect(lines).toHaveLength(1)
  })

  it('logs an unreadable entry once, without its letters and digits', () => {
    const { proxies, lines } = proxiesOf(1)
    for (const entry of ['203.0.113.7:52100:x', 'unknown', '']) proxies.clientAddress(request('10.0.0.1', entry))
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ form: '000.0.000.0:00000:a' })
  })
})

describe('readAddress', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['"203.0.113.7:52100"', '203.0.113.7'],
    ['"[2001:DB8:5::1]:443"', '2001:db8:5::1'],
    ['[2001:db8:5::1]', '2001:db8:5::1'],
    ['2001:0db8:0005:0:0:0:0:1', '2001:db8:5::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25eth0]:443', 'fe80::1'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:52100', '203.0.113.7'],
    ['unknown', null],
    ['', null],
    ['""', null],
    [':443', null],
    ['[]:443', null],
    ['203.0.113', null],
    ['203.0.113.7:port', null],
    ['203.0.113.7:52100:1', null],
    ['203.0.113.256:80', null],
    ['[203.0.113.7', null],
    ['2001:db8:5::1]:443', null],
    ['live.example.com', null],
  ])('reads %s as %s', (text, address) => {
    expect(readAddress(text)).toBe(address)
  })

  it('reads every form of an address as the same address, with the same key for limits', () => {
    const port = fc.integer({ min: 0, max: 65_535 })
    fc.assert(
      fc.property(fc.ipV4(), port, (address, number) => {
        const forms = [`${address}:${number}`, `"${address}"`, `::ffff:${address}`, `[::ffff:${address}]:${number}`]
        for (const form of forms) expect([readAddress(form), addressKey(form)]).toEqual([address, address])
      }),
    )
    fc.assert(
      fc.property(fc.ipV6(), port, fc.stringMatching(/^[a-z0-9]{1,8}$/), (address, number, zone) => {
        const canonical = readAddress(address) ?? ''
        expect(readAddress(canonical)).toBe(canonical)
        const forms = [`[${address}]`, `[${address}]:${number}`, `"[${address}]:${number}"`, `${address}%${zone}`]
        for (const form of [...forms, address.toUpperCase()]) {
          expect([readAddress(form), addressKey(form)]).toEqual([canonical, addressKey(canonical)])
        }
      }),
    )
  })

  it('returns an address or null for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const address = readAddress(text)
        if (address !== null) expect(readAddress(address)).toBe(address)
      }),
    )
  })
})
