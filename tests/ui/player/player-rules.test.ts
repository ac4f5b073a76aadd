import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { scrambleUrl } from '#protocol/rules/xhlkx.ts'
import { startPlaying } from '#features/player/autoplay.ts'
import { FlvChoice } from '#features/player/source/source-supervisor.ts'
import { detectFrame, playedSeconds, SOUND_ALONE_LIMIT_S } from '#features/player/first-frame.ts'
import { distinctSources, sourceUrl } from '#features/player/source/source-url.ts'
import { awaitsPress, pictureOf, type PressState, type VideoInput, videoState } from '#features/player/player-state.ts'
import { playSource } from '#app/pages/live/PlayPage.tsx'
import { playUrl } from '#features/player/SettingsContent.tsx'
import { mayRest, Rest, REST_AFTER_MS } from '#features/player/rest.ts'
import { type Key, shortcutOf } from '#features/player/use-shortcuts.ts'

describe('autoplay', () => {
  /** A browser that allows sound, muted playback, or nothing. */
  function browser(allows: 'sound' | 'silence' | 'nothing', isMuted = false) {
    return {
      muted: isMuted,
      async play() {
        const isAllowed = allows === 'sound' || (allows === 'silence' && this.muted)
        if (!isAllowed) throw new DOMException('no', 'NotAllowedError')
      },
    }
  }
  it.each([
    ['sound', false, 'sound', false],
    ['sound', true, 'sound', true],
    ['silence', false, 'silent', true],
    ['nothing', false, 'refused', false],
    ['nothing', true, 'refused', true],
  ] as const)('in a browser that allows %s (muted: %s) is %s', async (allows, isMuted, outcome, endsMuted) => {
    const video = browser(allows, isMuted)
    expect(await startPlaying(video)).toBe(outcome)
    expect(video.muted).toBe(endsMuted)
  })

  it('is not refused when another load replaces it', async () => {
    const video = { muted: false, play: () => Promise.reject(new DOMException('load', 'AbortError')) }
    expect(await startPlaying(video)).toBe('interrupted')
    expect(video.muted).toBe(false)
  })
})

describe('source URLs', () => {
  const source = (kind: 'flv' | 'hls', url: string) => ({ id: 'a', name: 'a', kind, url })
  it.each([
    ['flv', '/media/a.flv?sign=1', 'http://x.test:8080/app/live/1', 'ws://x.test:8080/media/a.flv?sign=1'],
    ['flv', '/media/a.flv', 'https://x.test/app', 'wss://x.test/media/a.flv'],
    ['flv', 'https://x.test/a.flv', 'https://x.test/app', 'wss://x.test/a.flv'],
    ['flv', 'https://video.test/a.flv', 'https://x.test/app', 'https://video.test/a.flv'],
    ['flv', 'wss://video.test/a.flv', 'https://x.test/app', 'wss://video.test/a.flv'],
    ['hls', '/media/a/index.m3u8', 'https://x.test/app', 'https://x.test/media/a/index.m3u8'],
  ] as const)('%s %s on %s', (kind, url, page, expected) => {
    expect(sourceUrl(source(kind, url), page)).toBe(expected)
  })

  it("S9.13 omit a configured origin that is the page's own", () => {
    const relative = [source('flv', '/media/a1.flv'), source('hls', '/media/a1/index.m3u8')]
    const under = (origin: string) => relative.map(({ kind, url }) => source(kind, `${origin}${url}`))
    const sources = [...relative, ...under('https://live.example.com'), ...under('https://v2.example.com')]
    expect(distinctSources(sources, 'https://live.example.com/app/live/1')).toEqual([
      ...relative,
      ...under('https://v2.example.com'),
    ])
    expect(distinctSources(sources, 'https://www.example.com/app/live/1')).toEqual(sources)
  })
})

describe('keys', () => {
  const key = (code: string, change: Partial<Key> = {}): Key => ({
    code,
    isRepeat: false,
    hasModifier: false,
    isTyping: false,
    isOnControl: false,
    ...change,
  })
  it('space plays, M mutes, F toggles full screen', () => {
    expect(['Space', 'KeyM', 'KeyF', 'KeyX'].map((code) => shortcutOf(key(code)))).toEqual([
      'play',
      'mute',
      'full-screen',
      null,
    ])
  })
  it('are ignored while typing, with a modifier, and on repeat', () => {
    const codes = fc.constantFrom('Space', 'KeyM', 'KeyF')
    const blocked = fc.constantFrom<Partial<Key>>({ isTyping: true }, { hasModifier: true }, { isRepeat: true })
    fc.assert(
      fc.property(codes, blocked, fc.boolean(), (code, change, isOnControl) => {
        expect(shortcutOf(key(code, { ...change, isOnControl }))).toBeNull()
      }),
    )
  })
  it('leave the space bar to the focused control', () => {
    expect(shortcutOf(key('Space', { isOnControl: true }))).toBeNull()
    expect(shortcutOf(key('KeyM', { isOnControl: true }))).toBe('mute')
  })
})

describe('the video by anchor status', () => {
  it.each([
    ['S4.2', 0, 'not-started'],
    ['S4.2', '0', 'not-started'],
    ['S4.3', 2, 'interrupted'],
    ['S4.4', 1, 'live'],
    ['S4.4', 3, 'live'],
    ['S4.4', '', 'live'],
    ['S4.4', null, 'live'],
  ] as const)('%s status %o is %s', (_requirement, status, picture) => {
    expect(pictureOf(status, false)).toBe(picture)
    expect(pictureOf(status, true)).toBe('ended')
  })
})

describe('data-video', () => {
  const input: VideoInput = {
    picture: 'live',
    hasError: false,
    isShowing: true,
    hasShown: true,
    isStill: false,
    isPaused: false,
    needsStart: false,
  }
  it.each<[string, Partial<VideoInput>]>([
    ['playing', {}],
    ['playing', { isPaused: true, isStill: true }],
    ['playing', { isPaused: true, isShowing: false }],
    ['stalled', { isStill: true }],
    ['stalled', { isShowing: false }],
    ['loading', { isShowing: false, hasShown: false }],
    ['loading', { needsStart: true }],
    ['error', { hasError: true, isShowing: false }],
  ])('is %s for %o', (state, change) => {
    expect(videoState({ ...input, ...change })).toBe(state)
  })
  it('S4.2 S4.3 depends on the anchor first', () => {
    const any = fc.record({
      picture: fc.constantFrom('not-started' as const, 'interrupted' as const, 'ended' as const),
      hasError: fc.boolean(),
      isShowing: fc.boolean(),
      hasShown: fc.boolean(),
      isStill: fc.boolean(),
      isPaused: fc.boolean(),
      needsStart: fc.boolean(),
    })
    fc.assert(
      fc.property(any, (input) => {
        expect(videoState(input)).toBe(input.picture)
      }),
    )
  })
})

describe('the play button of a waiting video', () => {
  const paused: PressState = {
    picture: 'live',
    hasError: false,
    hasShown: false,
    isPaused: true,
    isIdle: true,
    isRefused: false,
  }
  it.each<[boolean, Partial<PressState>]>([
    [true, {}],
    [false, { hasShown: true }],
    [false, { isIdle: false }],
    [false, { isPaused: false }],
    [false, { hasError: true }],
    [false, { picture: 'interrupted' }],
    [true, { isPaused: false, isIdle: false, hasShown: true, isRefused: true }],
    [false, { isRefused: true, picture: 'ended' }],
  ])('is %s for a pause without connection with %o', (isAwaited, change) => {
    expect(awaitsPress({ ...paused, ...change })).toBe(isAwaited)
  })
})

describe('the first frame', () => {
  it('counts as shown without a frame callback when a source with a picture has advanced', () => {
    const shown = { isHidden: true, isReported: false, played: 0.2, width: 640 }
    expect(detectFrame(shown)).toBe('shown')
    expect(detectFrame({ ...shown, isHidden: false })).toBe('shown')
    expect(detectFrame({ ...shown, played: 0 })).toBe('wait')
    expect(detectFrame({ ...shown, width: 0 })).toBe('wait')
    expect(detectFrame({ ...shown, isReported: true })).toBe('wait')
  })

  it('is given up when only sound has played for a while, except in a hidden tab', () => {
    const heard = { isHidden: false, isReported: true, played: SOUND_ALONE_LIMIT_S + 0.1, width: 0 }
    expect(detectFrame(heard)).toBe('none')
    expect(detectFrame({ ...heard, played: SOUND_ALONE_LIMIT_S })).toBe('wait')
    expect(detectFrame({ ...heard, width: 640 })).toBe('wait')
    expect(detectFrame({ ...heard, isHidden: true, isReported: false })).toBe('wait')
  })

  it('counts played time without skipped time', () => {
    const ends = [2, 12.5]
    const played = {
      length: 2,
      start: (index: number) => [0, 10][index] ?? 0,
      end: (index: number) => ends[index] ?? 0,
    }
    expect(playedSeconds({ played })).toBe(4.5)
  })
})

describe('settled 23: disconnecting from a stream', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const heard = { isHidden: false, isMuted: false, isPaused: false, isPictureInPicture: false }

  it('a hidden tab keeps playing sound and disconnects only when muted or paused', () => {
    expect(mayRest({ ...heard, isHidden: true })).toBe(false)
    expect(mayRest({ ...heard, isHidden: true, isMuted: true })).toBe(true)
    expect(mayRest({ ...heard, isHidden: true, isMuted: true, isPictureInPicture: true })).toBe(false)
    expect(mayRest({ ...heard, isMuted: true })).toBe(false)
    expect(mayRest({ ...heard, isPaused: true })).toBe(true)
  })

  it('waits half a minute, then reconnects at once', () => {
    vi.stubGlobal('window', globalThis)
    const calls: string[] = []
    const rest = new Rest(
      () => calls.push('rest'),
      () => calls.push('return'),
    )
    rest.setAudience({ ...heard, isPaused: true })
    vi.advanceTimersByTime(REST_AFTER_MS - 1)
    rest.setAudience({ ...heard, isPaused: true })
    expect(calls).toEqual([])
    vi.advanceTimersByTime(1)
    expect([calls, rest.isResting]).toEqual([['rest'], true])
    rest.setAudience(heard)
    expect([calls, rest.isResting]).toEqual([['rest', 'return'], false])
    rest.setAudience({ ...heard, isPaused: true })
    rest.setAudience(heard)
    vi.advanceTimersByTime(REST_AFTER_MS)
    expect(calls).toEqual(['rest', 'return'])
    vi.unstubAllGlobals()
  })
})

describe('the FLV library', () => {
  it('is flv.js until it fails to start, then mpegts.js', () => {
    const flv = new FlvChoice()
    expect(flv.engine).toBe('flv')
    expect(flv.couldNotStart('network')).toBe(false)
    expect(flv.engine).toBe('flv')
    expect(flv.couldNotStart('unsupported')).toBe(true)
    expect(flv.engine).toBe('mpegts')
    // mpegts.js fails like any source
    expect(flv.couldNotStart('media')).toBe(false)
  })

  it('is always the one chosen by the viewer', () => {
    const flv = new FlvChoice()
    flv.wish = 'flv'
    expect(flv.couldNotStart('unsupported')).toBe(false)
    expect(flv.engine).toBe('flv')
    flv.wish = 'mpegts'
    expect(flv.engine).toBe('mpegts')
  })
})

describe('play links', () => {
  const place = { protocol: 'https:', host: 'x.test', videoOrigins: ['https://video.test'] }
  const ask = (url: string) => playSource(new URLSearchParams({ xhlkx: scrambleUrl(url) }), place, '线路一')

  it('S2.15 S2.16 have the source as xhlkx instead of url, with the other parameters', () => {
    const link = playUrl(
      { id: 'flv', name: '线路一', kind: 'flv', url: '/media/a1.flv?sign=2', heights: [360, 720] },
      '北港联 对 南屿',
      '5009',
    )
    const query = new URL(link, 'https://x.test').searchParams
    expect([...query.keys()]).toEqual(['xhlkx', 'title', 'heights', 'siteId'])
    expect(link).not.toContain('media')
    expect(playSource(query, place, '线路一')).toEqual({
      id: 'flv',
      name: '线路一',
      kind: 'flv',
      url: '/media/a1.flv?sign=2',
      heights: [360, 720],
    })
  })

  it('S2.14 ignore qualities that are no list of heights, and those of HLS', () => {
    const heightsOf = (url: string, heights: string) =>
      playSource(new URLSearchParams({ xhlkx: scrambleUrl(url), heights }), place, '线路一')?.heights
    expect(heightsOf('/media/a1.flv', '360,720')).toEqual([360, 720])
    expect(heightsOf('/media/a1.flv', '720')).toBeUndefined()
    expect(heightsOf('/media/a1.flv', '360,<b>')).toBeUndefined()
    expect(heightsOf('/media/a1/index.m3u8', '360,720')).toBeUndefined()
  })

  it('S2.14 open only streams of this origin and of the video origins', () => {
    expect(ask('/media/a1.flv')?.kind).toBe('flv')
    expect(ask('https://video.test/a/index.m3u8')?.kind).toBe('hls')
    expect(ask('https://video.test.evil.test/a.flv')).toBeNull()
    expect(ask('https://192.168.0.1/a.flv')).toBeNull()
    expect(playSource(new URLSearchParams({ url: '/media/a1.flv' }), place, '线路一')).toBeNull()
  })
})
