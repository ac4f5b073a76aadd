import { expect, it } from 'vitest'
import { countersOfAddress } from '#server/members/rate-counters.ts'
import { Turns } from '#server/members/turns.ts'
import { heldBytes } from '../../support/memory.ts'

interface Work {
  readonly work: () => Promise<string>
  readonly end: () => void
  readonly fail: () => void
}

/** Work of a name that waits for its end, and notes in `log` that it has started. */
function workOf(name: string, log: string[]): Work {
  const { promise, resolve, reject } = deferred()
  const work = () => {
    log.push(name)
    return promise
  }
  return { work, end: () => resolve(name), fail: () => reject(new Error(name)) }
}

function deferred() {
  let resolve: (value: string) => void = () => undefined
  let reject: (error: Error) => void = () => undefined
  const promise = new Promise<string>((fulfil, refuse) => ((resolve = fulfil), (reject = refuse)))
  return { promise, resolve, reject }
}

it('S9.12: work of a key runs in the order of its requests, also of those that come while another one ends', async () => {
  const log: string[] = []
  const turns = new Turns()
  const [one, two, three, other] = ['one', 'two', 'three', 'other'].map((name) => workOf(name, log))
  const first = turns.run('key', one!.work)
  const second = turns.run('key', two!.work)
  const apart = turns.run('another key', other!.work)
  one!.end()
  expect(await first).toBe('one')
  await expect.poll(() => log).toEqual(['one', 'other', 'two'])
  // The first has ended, and the second has not.
  const third = turns.run('key', three!.work)
  other!.end()
  expect(await apart).toBe('other')
  expect(log).toEqual(['one', 'other', 'two'])
  two!.fail()
  await expect(second).rejects.toThrow('two')
  three!.end()
  expect(await third).toBe('three')
  expect(log).toEqual(['one', 'other', 'two', 'three'])
})

it('keeps nothing of keys without work', async () => {
  const turns = new Turns()
  const before = heldBytes()
  for (let index = 0; index < 200; index += 1) await turns.run(`key ${index}`, async () => new Uint8Array(100_000))
  expect(heldBytes() - before).toBeLessThan(5_000_000)
})

it('S9.12: a network may have more counts than an address of it', () => {
  const limit = { max: 3, windowMs: 1_000 }
  const maxima = (address: string) => countersOfAddress('x', address, limit).map((counter) => counter.limit.max)
  expect(maxima('203.0.113.9')).toEqual([3])
  expect(maxima('2001:db8:0:9::/64')).toEqual([3, 24])
})
