import { once } from 'node:events'
import { expect, it } from 'vitest'
import { Turns } from '#server/members/turns.ts'
import { heldBytes } from '../../support/memory.ts'

it('S9.12: runs work of a key in the order of its requests, one at a time, also after a failure', async () => {
  const started: string[] = []
  const ends = new EventTarget()
  const turns = new Turns()
  const run = (key: string, name: string, error?: Error) =>
    turns.run(key, async () => {
      started.push(name)
      await once(ends, name)
      if (error) throw error
      return name
    })
  const end = (name: string) => ends.dispatchEvent(new Event(name))

  const one = run('key', 'one')
  const two = run('key', 'two', new Error('two failed'))
  const other = run('another key', 'other')
  await expect.poll(() => started).toEqual(['one', 'other'])
  end('one')
  expect(await one).toBe('one')
  await expect.poll(() => started).toEqual(['one', 'other', 'two'])
  // The first has ended, and the second has not.
  const three = run('key', 'three')
  end('other')
  expect(await other).toBe('other')
  expect(started).toEqual(['one', 'other', 'two'])
  end('two')
  await expect(two).rejects.toThrow('two failed')
  await expect.poll(() => started).toEqual(['one', 'other', 'two', 'three'])
  end('three')
  expect(await three).toBe('three')
})

it('releases the results of finished work', async () => {
  const turns = new Turns()
  const before = heldBytes()
  for (let index = 0; index < 200; index += 1) await turns.run(`key ${index}`, async () => new Uint8Array(100_000))
  expect(heldBytes() - before).toBeLessThan(5_000_000)
})
