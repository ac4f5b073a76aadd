import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSustainable, LagHistogram, slopeOverTime, SequenceAccount } from '#load/accounting.ts'
import { dueTimeOf, loadId } from '#load/generator-messages.ts'
import { readOptions } from '#load/options.ts'
import { checkScenario, readScenario, scenarioNames } from '#load/scenario.ts'
import { rateSource } from '#load/senders.ts'

const BASE = { name: 'test', about: '', seconds: 10, viewers: 10 }

describe('a scenario', () => {
  it('of the ready ones is valid', async () => {
    const names = await scenarioNames()
    const expected = 'bad-network derby-goal flash-crowd gift-storm mass-return quiet-room slow-readers'
    expect(names).toEqual(expected.split(' '))
    for (const name of names) expect((await readScenario(name)).name).toBe(name)
  })

  it('is refused with the name of an unknown key, and with steps that have no or two actions', () => {
    expect(() => checkScenario({ ...BASE, mesages: 5 }, 'a.yaml')).toThrow(/a\.yaml is invalid:[\s\S]*"mesages"/)
    expect(() => checkScenario({ ...BASE, steps: [{ at: 1 }] }, 'a')).toThrow('steps.0: a step has exactly one of')
    expect(() => checkScenario({ ...BASE, steps: [{ at: 1, drop: 1, slow: 1 }] }, 'a')).toThrow('exactly one of')
  })

  it('is refused if its rates or counts are impossible', () => {
    const steps = [
      { at: 1, for: 5, messages: 3_000 },
      { at: 2, for: 5, messages: 3_000 },
      { at: 3, drop: 11 },
      { at: 8, for: 5, gifts: 1 },
    ]
    expect(() => checkScenario({ ...BASE, steps }, 'a')).toThrow(
      /drops 11 viewers, but there are 10[\s\S]*13 s, after the run[\s\S]*6000 messages\/s/,
    )
    expect(() => checkScenario({ ...BASE, messages: -1 }, 'a')).toThrow('messages')
  })

  it('of an unknown name is refused with the ready ones', async () => {
    await expect(readScenario('quite-room')).rejects.toThrow('Ready to use: bad-network, derby-goal')
  })
})

describe('the command line', () => {
  it('refuses a server that is not on this machine unless it is owned', async () => {
    const url = 'http://example.com'
    await expect(readOptions(['quiet-room', '--url', url])).rejects.toThrow('example.com is not this machine')
    await expect(readOptions(['quiet-room', '--url', url, '--i-own-this-server', 'a.test'])).rejects.toThrow('--i-own')
    expect((await readOptions(['quiet-room', '--url', url, '--i-own-this-server', 'example.com'])).url).toBe(url)
    expect((await readOptions(['quiet-room', '--url', 'http://127.0.0.1:9/x'])).url).toBe('http://127.0.0.1:9')
  })

  it('refuses invalid options by name and shows the usage without a task', async () => {
    await expect(readOptions(['--rate', 'many'])).rejects.toThrow('--rate expects a number')
    await expect(readOptions(['--rate', '5', '--url', 'here'])).rejects.toThrow('--url expects an address')
    await expect(readOptions(['--rate', '5', '--replay', 'a'])).rejects.toThrow('not both')
    await expect(readOptions([])).rejects.toThrow('npm run load')
    expect((await readOptions(['derby-goal', '--viewers', '5000', '--seconds', '60'])).scenario).toMatchObject({
      viewers: 5_000,
      seconds: 60,
    })
  })
})

describe('a scenario with a network', () => {
  it('is refused for a server that its proxy cannot reach', async () => {
    const refused = 'The scenario bad-network disturbs the network with a proxy on this machine'
    const owned = ['bad-network', '--i-own-this-server', 'example.com', '--url']
    await expect(readOptions([...owned, 'http://example.com'])).rejects.toThrow(refused)
    await expect(readOptions(['bad-network', '--url', 'https://127.0.0.1:8443'])).rejects.toThrow(refused)
    await expect(readOptions(['bad-network', '--url', 'http://[::1]:8080'])).rejects.toThrow(refused)
    expect((await readOptions(['bad-network', '--url', 'http://localhost:8080'])).url).toBe('http://localhost:8080')
    expect((await readOptions(['bad-network'])).url).toBeNull()
  })
})

describe('the account of a viewer', () => {
  it('counts losses, duplicates and wrong order', () => {
    const account = new SequenceAccount(10)
    account.take(11, 5)
    account.take(18, 3)
    expect(account.complete).toBe(15)
    account.take(16, 1)
    account.take(18, 2)
    expect(account.close(22)).toEqual({ delivered: 9, duplicated: 2, outOfOrder: 1, lost: 3 })
  })

  it('counts what the server reports as missed, and continues behind it', () => {
    const account = new SequenceAccount(0)
    account.take(1, 2)
    account.restart(7, 9)
    account.take(10, 1)
    expect(account.close(10)).toEqual({ delivered: 3, duplicated: 0, outOfOrder: 0, lost: 7 })
  })

  it('agrees with a set of received numbers for all orders of frames', () => {
    const frames = fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 8 })), {
      maxLength: 40,
    })
    fc.assert(
      fc.property(frames, (list) => {
        const account = new SequenceAccount(0)
        const seen = new Set<number>()
        let total = 0
        for (const [first, count] of list) {
          account.take(first, count)
          total += count
          for (let seq = first; seq < first + count; seq += 1) seen.add(seq)
        }
        const closed = account.close(70)
        expect(closed).toMatchObject({ delivered: seen.size, duplicated: total - seen.size, lost: 70 - seen.size })
      }),
    )
  })
})

describe('lags', () => {
  it('have percentiles, also after a merge', () => {
    const one = new LagHistogram()
    const other = new LagHistogram()
    for (let lag = 0; lag < 50; lag += 1) one.add(lag)
    for (let lag = 50; lag < 100; lag += 1) other.add(lag)
    one.merge(other.bins())
    expect([one.percentile(0.5), one.percentile(0.99), one.count]).toEqual([50, 99, 100])
    expect(new LagHistogram().percentile(0.5)).toBeNaN()
  })

  it('are sustainable while they do not grow', () => {
    const at = Array.from({ length: 20 }, (_, index) => index * 1_000)
    const constant = slopeOverTime(at.map((time, index) => ({ at: time, value: 20 + (index % 2) })))
    const growing = slopeOverTime(at.map((time, index) => ({ at: time, value: 20 + time / 100 + (index % 2) })))
    expect(growing.slope).toBeCloseTo(10, 0)
    expect([isSustainable(constant), isSustainable(growing)]).toEqual([true, false])
  })

  it('are measured from the due time in the id of a message of the same run', () => {
    const id = loadId('abc', 1_234_567.5, 9)
    expect([dueTimeOf('abc', id), dueTimeOf('xyz', id), dueTimeOf('abc', undefined)]).toEqual([1_234_567.5, null, null])
    expect([...rateSource(100, 2)]).toHaveLength(200)
  })
})
