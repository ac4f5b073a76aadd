import flvjs from 'flv.js'
import { afterEach, describe, expect, inject, it, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import { Player } from '#features/player/Player.tsx'
import { DEFAULT_PREFERENCES } from '#features/player/player-state.ts'
import { playerText } from '#messages/zh/player.ts'
import type { FlvEngine } from '#state/site/ui-preferences.ts'
import type { Hostile } from '../../support/hostile-kinds.ts'
import { frames, mount, type Mounted } from '../support/mount.tsx'
import { controlClock, leavePlayer } from '../support/watch-player.tsx'

const ports = inject('hostilePorts')

let page: Mounted | null = null
afterEach(() => {
  page?.unmount()
  page = null
  leavePlayer()
})

const sourceOf = (hostile: Hostile) => ({
  id: hostile,
  name: hostile,
  kind: hostile.endsWith('.flv') ? ('flv' as const) : ('hls' as const),
  url: `http://127.0.0.1:${ports[hostile]}/${hostile}`,
})
const good = { id: 'good', name: '线路二', kind: 'flv' as const, url: `ws://${inject('mediaHost')}/media/good.flv` }

interface HostileCount {
  readonly requests: number
  readonly bytes: number
}

async function counts(): Promise<Record<string, HostileCount>> {
  return (await fetch(`http://${inject('mediaControl')}/hostile`)).json() as Promise<Record<string, HostileCount>>
}

/** Renders one player per source, each with the same fallback sources. */
function watch(
  kinds: readonly Hostile[],
  more: readonly (typeof good)[] = [],
  flvEngine: FlvEngine = 'auto',
): HTMLElement[] {
  const preferences = { ...DEFAULT_PREFERENCES, flvEngine }
  const draw = (kind: Hostile) => (
    <div key={kind} style={{ width: 320, height: 180 }}>
      <Player sources={[sourceOf(kind), ...more]} picture="live" title={kind} preferences={preferences} />
    </div>
  )
  page = mount(<>{kinds.map(draw)}</>)
  return [...page.root.querySelectorAll<HTMLElement>('[data-video]')]
}

/** Counts the rendered frames of the page, per second, from now on. */
function framesPerSecond(): () => number {
  let count = 0
  let request = 0
  const from = Date.now()
  const next = (): void => {
    count += 1
    request = requestAnimationFrame(next)
  }
  next()
  return () => {
    cancelAnimationFrame(request)
    return count / ((Date.now() - from) / 1000)
  }
}

/** Reachable bytes of the page. */
async function heap(): Promise<number> {
  const session = cdp() as unknown as { send(method: string): Promise<unknown> }
  // twice, because some objects are released after the first collection
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const usage = (await session.send('Runtime.getHeapUsage')) as { usedSize: number; backingStorageSize: number }
  return usage.usedSize + usage.backingStorageSize
}

/** Resolves when an FLV source that is opened from now on has sent its metadata. */
function metadataArrives(): Promise<void> {
  const create = flvjs.createPlayer.bind(flvjs)
  return new Promise((resolve) => {
    vi.spyOn(flvjs, 'createPlayer').mockImplementation((...given) => {
      const created = create(...given)
      created.on(flvjs.Events.METADATA_ARRIVED, () => resolve())
      return created
    })
  })
}

const MEGABYTE = 1024 * 1024
/** Speed of the clock in these tests, which mostly wait for time limits. */
const SPEED = 5
const ERRORS = [playerText('shaky'), playerText('errorTitle')]
const showsError = (player: HTMLElement): boolean => ERRORS.some((words) => player.textContent.includes(words))

describe('hostile sources', () => {
  it.each<[string, readonly Hostile[]]>([
    ['lead nowhere', ['redirect.m3u8', 'redirect.flv', 'missing.m3u8', 'broken.flv', 'refused.m3u8', 'refused.flv']],
    ['are no picture', ['html.m3u8', 'html.flv', 'noise.m3u8', 'codec.m3u8', 'garbage.flv']],
    ['never end', ['segments.m3u8', 'giant.m3u8', 'header.flv', 'silent.flv', 'silent.m3u8']],
  ])(
    'sources that %s are reported, tried a limited number of times, and the page stays responsive',
    async (_name, kinds) => {
      const before = await counts()
      const heapBefore = await heap()
      const rate = framesPerSecond()
      controlClock(SPEED)
      const from = performance.now()
      const players = watch(kinds)
      await expect
        .poll(() => players.filter((player) => !showsError(player)).map(titleOf), { timeout: 240_000 })
        .toEqual([])
      const seconds = (performance.now() - from) / 1000
      // A blocked page would render less than one per second, however slow the machine.
      expect(rate()).toBeGreaterThan(1)
      const after = await counts()
      for (const kind of kinds) {
        // one attempt per second; an HLS attempt makes four requests, and the browser follows a redirect twenty times
        const perTry = (kind.endsWith('.m3u8') ? 4 : 1) * (kind.startsWith('redirect') ? 22 : 1) * 2
        const tries = 2 + seconds
        expect((after[kind]?.requests ?? 0) - (before[kind]?.requests ?? 0), kind).toBeLessThanOrEqual(perTry * tries)
      }
      expect(players.map((player) => player.querySelector('video')?.error)).toEqual(players.map(() => null))
      // The sources continue, so only retained memory is bounded.
      await expect.poll(async () => (await heap()) - heapBefore).toBeLessThan(64 * MEGABYTE)
    },
  )

  it('a source that this browser cannot play is skipped at once', async () => {
    const [player] = watch(['codec.m3u8'], [good])
    await expect.poll(() => player?.dataset['video']).toBe('playing')
  })

  it('a source with sound but no picture is skipped', async () => {
    controlClock(SPEED)
    const [player] = watch(['sound.flv'], [good])
    await expect.poll(() => player?.dataset['video']).toBe('playing')
  })

  it.each([
    ['noise.flv', 'flv'],
    ['zeros.flv', 'mpegts'],
    ['lengths.flv', 'flv'],
  ] as const)(
    'a source whose pictures cannot be decoded after a while is left, and never shown as paused: %s, %s',
    async (kind, flvEngine) => {
      const [player] = watch([kind], [good], flvEngine)
      const shown = new Set<string | undefined>()
      const observer = new MutationObserver(() => {
        shown.add(player?.dataset['paused'])
        if (player?.textContent.includes(playerText('paused')) === true) shown.add(playerText('paused'))
      })
      if (player) observer.observe(player, { attributes: true, subtree: true, childList: true, characterData: true })
      await expect.poll(() => player?.textContent).toContain(playerText('shaky'))
      await expect.poll(() => player?.textContent, { timeout: 60_000 }).toContain(good.name)
      await expect.poll(() => player?.dataset['video']).toBe('playing')
      observer.disconnect()
      expect([...shown]).toEqual([undefined])
    },
  )

  it('a source that is no video is reported as such, and the next one plays', async () => {
    controlClock(SPEED)
    const [only] = watch(['html.flv'])
    await expect.poll(() => only?.textContent).toContain(playerText('damagedNote'))
    expect(only?.dataset['video']).toBe('error')
    page?.unmount()
    const [player] = watch(['html.flv'], [good])
    await expect.poll(() => player?.dataset['video']).toBe('playing')
  })
})

describe('a source that waits for its next key frame', () => {
  it('gets a longer timeout than one that does not respond', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const hasBegun = metadataArrives()
    const [begun, silent] = watch(['opening.flv', 'silent.flv'])
    await hasBegun
    vi.advanceTimersByTime(9_000)
    await expect.poll(() => silent?.textContent).toContain(playerText('shaky'))
    await frames(40) // including its watchdog
    expect(begun?.textContent).not.toContain(playerText('shaky'))
    vi.advanceTimersByTime(6_500)
    await expect.poll(() => begun?.textContent).toContain(playerText('shaky'))
  })
})

function titleOf(player: HTMLElement): string {
  return `${player.getAttribute('aria-label')}: ${player.dataset['video']}`
}
