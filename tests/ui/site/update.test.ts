import { describe, expect, it, vi } from 'vitest'
import { buildIn, isNewBuild } from '#features/update/builds.ts'
import { GIFTS_MS, LET_GO_MS, refresh, TAKE_OVER_MS, MESSAGES_MS } from '#features/update/refresh.ts'
import { callSuccessor } from '#features/update/register.ts'

const [OLD, NEW, NEWER] = ['0123456789abcdef', 'fedcba9876543210', 'aaaaaaaaaaaaaaaa'] as const

describe('a new build', () => {
  it.each([
    [NEW, OLD, null, true],
    [OLD, OLD, null, false],
    [NEW, OLD, NEW, false],
    [NEWER, OLD, NEW, true],
    [null, OLD, null, false],
    [NEW, '', null, false],
  ])('served %s on a page of %s, postponed %s: %s', (served, current, putOff, isShown) => {
    expect(isNewBuild(served, current, putOff)).toBe(isShown)
  })

  it.each([
    [{ build: OLD }, OLD],
    [{ build: 'x' }, null],
    [{}, null],
    [null, null],
    ['0123456789abcdef', null],
  ])('%j contains the build %s', (response, build) => {
    expect(buildIn(response)).toBe(build)
  })
})

describe('loading a new build on request', () => {
  function room(coins: number, isWorkerSilent = false, words = 0) {
    const listeners = new Set<() => void>()
    const timers: { readonly task: () => void; readonly milliseconds: number }[] = []
    const state = { coins, words }
    const steps: string[] = []
    const onChange = (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
    const done = refresh({
      gifts: { left: () => state.coins, onChange },
      words: { left: () => state.words, onChange },
      takeUpdate: () => {
        steps.push('take')
        return isWorkerSilent ? new Promise(() => undefined) : Promise.resolve()
      },
      letGo: () => {
        steps.push('let go')
        return new Promise(() => undefined)
      },
      reload: () => void steps.push('reload'),
      setTimer: (task, milliseconds) => {
        const timer = { task, milliseconds }
        timers.push(timer)
        return () => {
          if (timers.includes(timer)) timers.splice(timers.indexOf(timer), 1)
        }
      },
    })
    const leave = (left: Partial<typeof state>) => {
      Object.assign(state, left)
      for (const listener of listeners) listener()
    }
    const limits = () => timers.map(({ milliseconds }) => milliseconds)
    const pass = (milliseconds: number) => timers.find((timer) => timer.milliseconds === milliseconds)?.task()
    return { done, steps, leave, limits, pass, listeners }
  }

  it('activates the new service worker first, then reloads', async () => {
    const { done, steps } = room(0)
    await done
    expect(steps).toEqual(['take', 'reload'])
  })

  it('unregisters service workers that do not hand over, and reloads', async () => {
    const { done, steps, limits, pass } = room(0, true)
    await vi.waitFor(() => expect(limits()).toEqual([TAKE_OVER_MS]))
    expect(steps).toEqual(['take'])
    pass(TAKE_OVER_MS)
    await vi.waitFor(() => expect(limits()).toEqual([LET_GO_MS]))
    expect(steps).toEqual(['take', 'let go'])
    pass(LET_GO_MS)
    await done
    expect(steps).toEqual(['take', 'let go', 'reload'])
  })

  it('waits until every tapped gift is booked', async () => {
    const { done, steps, leave, limits, listeners } = room(30)
    leave({ coins: 10 })
    await vi.waitFor(() => expect(limits()).toEqual([GIFTS_MS]))
    expect(steps).toEqual([])
    leave({ coins: 0 })
    await done
    expect(steps).toEqual(['take', 'reload'])
    expect([limits().length, listeners.size]).toEqual([0, 0])
  })

  it('waits a short time for pending messages', async () => {
    const { done, steps, leave, limits, listeners } = room(0, false, 2)
    await vi.waitFor(() => expect(limits()).toEqual([MESSAGES_MS]))
    leave({ words: 1 })
    expect(steps).toEqual([])
    leave({ words: 0 })
    await done
    expect(steps).toEqual(['take', 'reload'])
    expect([limits().length, listeners.size]).toEqual([0, 0])
  })

  it('continues without unacknowledged messages, which are stored', async () => {
    const { done, steps, limits, pass } = room(0, false, 1)
    await vi.waitFor(() => expect(limits()).toEqual([MESSAGES_MS]))
    pass(MESSAGES_MS)
    await done
    expect(steps).toEqual(['take', 'reload'])
  })

  it('continues after a time limit: stored gifts are settled after the reload', async () => {
    const { done, steps, limits, pass } = room(30)
    await vi.waitFor(() => expect(limits()).toEqual([GIFTS_MS]))
    pass(GIFTS_MS)
    await done
    expect(steps).toEqual(['take', 'reload'])
  })
})

describe('a page that was reloaded manually', () => {
  it('sends each new service worker its build, now and later', () => {
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
