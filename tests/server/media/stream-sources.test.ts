import { expect, it } from 'vitest'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { streamSources } from '#server/calls/room/stream-sources.ts'
import { matchesOf } from '../matches/matches-support.ts'
import { liveCalls } from '#server/calls/room/live.ts'

const OTHERS = ['https://v1.example.com', 'https://v2.example.com:8443']

it('S9.13 the stream sources of a match are those of this origin, then those of configured ones', async () => {
  const room = { fixture: { matchId: 'm2001', anchorRoomId: 'a2001', venueName: 'OBTY' }, state: { anchorStatus: 1 } }
  const calls = liveCalls({
    matches: matchesOf([room]),
    rooms: {},
    domains: { video: OTHERS },
    signedMedia: () => null,
  } as unknown as Parameters<typeof liveCalls>[0])
  const call = calls['live.playingVideo'] as unknown as (params: object, call: object) => Promise<{ data: unknown }>
  const { data } = await call({ matchId: 'm2001', channel: 'OBTY' }, { deviceId: 'device-1', session: null })
  const { lines } = ENDPOINTS['live.playingVideo'].data.parse(data)
  expect(lines).toEqual([
    { id: 'flv', name: '线路一', kind: 'flv', url: '/media/a2001.flv', heights: [360, 720] },
    { id: 'hls', name: '线路二', kind: 'hls', url: '/media/a2001/index.m3u8' },
    { id: 'flv-2', name: '线路三', kind: 'flv', url: 'https://v1.example.com/media/a2001.flv', heights: [360, 720] },
    { id: 'hls-2', name: '线路四', kind: 'hls', url: 'https://v1.example.com/media/a2001/index.m3u8' },
    {
      id: 'flv-3',
      name: '线路五',
      kind: 'flv',
      url: 'https://v2.example.com:8443/media/a2001.flv',
      heights: [360, 720],
    },
    { id: 'hls-3', name: '线路六', kind: 'hls', url: 'https://v2.example.com:8443/media/a2001/index.m3u8' },
  ])
})

it('name the qualities of the clip, and none of a publisher', async () => {
  const room = {
    fixture: { matchId: 'm2001', anchorRoomId: 'a2001', venueName: 'OBTY' },
    state: { anchorStatus: 1 },
    hasPublisher: true,
  }
  const services = { matches: matchesOf([room]), rooms: {}, domains: { video: [] }, signedMedia: () => null }
  const calls = liveCalls(services as unknown as Parameters<typeof liveCalls>[0])
  const call = calls['live.playingVideo'] as unknown as (params: object, call: object) => Promise<{ data: unknown }>
  const { data } = await call({ matchId: 'm2001', channel: 'OBTY' }, { deviceId: 'device-1', session: null })
  const { lines } = ENDPOINTS['live.playingVideo'].data.parse(data)
  expect(lines).toEqual([
    { id: 'flv', name: '线路一', kind: 'flv', url: '/media/a2001.flv' },
    { id: 'hls', name: '线路二', kind: 'hls', url: '/media/a2001/index.m3u8' },
  ])
})

it('have unique names up to the maximum number', () => {
  const lines = streamSources(
    'a',
    Array.from({ length: 16 }, (_, index) => `https://v${index}.example.com`),
  )
  const names = lines.map(({ name }) => name)
  expect([names[9], names[10], names[19], names[33]]).toEqual(['线路十', '线路十一', '线路二十', '线路三十四'])
  expect([new Set(names).size, new Set(lines.map(({ id }) => id)).size]).toEqual([34, 34])
})
