import { describe, expect, it, vi } from 'vitest'
import { buildIn, isNews } from '#app/update/builds.ts'
import { GIFTS_MS, refresh, TAKE_OVER_MS } from '#app/update/refresh.ts'
import { callSuccessor } from '#app/update/register.ts'

const [OLD, NEW, NEWER] = ['0123456789abcdef', 'fedcba9876543210', 'aaaaaaaaaaaaaaaa'] as const

describe('issue 5.7: a new build', () => {
  it.each([
    [NEW, OLD, null, true],
    [OLD, OLD, null, false],
    [NEW, OLD, NEW, false],
    [NEWER, OLD, NEW, true],
    [null, OLD, null, false],
    [NEW, '', null, false],
  ])('served %s on a page of %s, put off %s: %s', (served, own, putOff, isTold) => {
    expect(isNews(served, own, putOff)).toBe(isTold)
  })

  it.each([
    [{ build: OLD }, OLD],
    [{ build: 'x' }, null],
    [{}, null],
    [null, null],
    ['0123456789abcdef', null],
  ])('%j names %s', (answer, build) => {
    expect(buildIn(answer)).toBe(build)
  })
})

describe('issue 5.7: loading it when the viewer says so', () => {
  function room(coins: number, isKeeperSilent = false) {
    const listeners = new Set<() => void>()
    const timers: (() => void)[] = []
    const state = { coins }
    const steps: string[] = []
    const done = refresh({
      reserved: () => state.coins,
      onReserved: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      takeUpdate: () => {
        steps.push('take')
        return isKeeperSilent ? new Promise(() => undefined) : Promise.resolve()
      },
      reload: () => void steps.push('reload'),
      setTimer: (task, milliseconds) => {
        expect([GIFTS_MS, TAKE_OVER_MS]).toContain(milliseconds)
        timers.push(task)
        return () => void timers.splice(timers.indexOf(task), 1)
      },
    })
    const book = (left: number) => {
      state.coins = left
      for (const listener of listeners) listener()
    }
    return { done, steps, book, timers, listeners }
  }

  it('takes the new service worker first, then loads the page', async () => {
    const { done, steps } = room(0)
    await done
    expect(steps).toEqual(['take', 'reload'])
  })

  it('loads the page all the same when the service workers do not answer', async () => {
    const { done, steps, timers } = room(0, true)
    await vi.waitFor(() => expect(timers).toHaveLength(1))
    expect(steps).toEqual(['take'])
    timers[0]?.()
    await done
    expect(steps).toEqual(['take', 'reload'])
  })

  it('waits until every tapped gift is booked', async () => {
    const { done, steps, book, timers, listeners } = room(30)
    book(10)
    await vi.waitFor(() => expect(listeners.size).toBe(1))
    expect(steps).toEqual([])
    book(0)
    await done
    expect(steps).toEqual(['take', 'reload'])
    expect([timers.length, listeners.size]).toEqual([0, 0])
  })

  it('goes on after a while: what was sent is stored under its key and settled after the reload', async () => {
    const { done, steps, timers } = room(30)
    await vi.waitFor(() => expect(timers).toHaveLength(1))
    timers[0]?.()
    await done
    expect(steps).toEqual(['take', 'reload'])
  })
})

describe('issue 5.7: a page that was loaded anew without being asked', () => {
  it('tells each new service worker which build it is of, now and later', () => {
    const heard: string[] = []
    const worker = (name: string) => ({ postMessage: (word: unknown) => void heard.push(`${name} ${String(word)}`) })
    const registered = Object.assign(new EventTarget(), {
      waiting: worker('waiting'),
      installing: null as ReturnType<typeof worker> | null,
    })
    callSuccessor(registered, OLD)
    expect(heard).toEqual([`waiting ${OLD}`])
    registered.installing = worker('installing')
    registered.dispatchEvent(new Event('updatefound'))
    expect(heard.slice(1)).toEqual([`waiting ${OLD}`, `installing ${OLD}`])
  })
})
