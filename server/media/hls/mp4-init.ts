import { box, descriptor, fullBox, latin, u16, u32, u8 } from './boxes.ts'
import type { Tracks } from '../clip.ts'

export const VIDEO_TRACK = 1
export const AUDIO_TRACK = 2
export const VIDEO_TIMESCALE = 90_000

const UNITY = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

function trackHeader(track: number, width: number, height: number): Buffer {
  const enabledInMovie = 3
  const isAudio = width === 0
  const head = [u32(0, 0, track, 0, 0, 0, 0), u16(0, 0, isAudio ? 0x0100 : 0, 0)]
  return fullBox('tkhd', 0, enabledInMovie, ...head, UNITY, u32(width * 0x10000, height * 0x10000))
}

function emptyTables(description: Buffer): Buffer {
  const tables = ['stts', 'stsc', 'stco'].map((type) => fullBox(type, 0, 0, u32(0)))
  return box('stbl', fullBox('stsd', 0, 0, u32(1), description), ...tables, fullBox('stsz', 0, 0, u32(0, 0)))
}

function media(timescale: number, handler: string, header: Buffer, description: Buffer): Buffer {
  const ownFile = fullBox('url ', 0, 1)
  const data = box('dinf', fullBox('dref', 0, 0, u32(1), ownFile))
  const undetermined = 0x55c4
  return box(
    'mdia',
    fullBox('mdhd', 0, 0, u32(0, 0, timescale, 0), u16(undetermined, 0)),
    fullBox('hdlr', 0, 0, u32(0), latin(handler), u32(0, 0, 0), u8(0)),
    box('minf', header, data, emptyTables(description)),
  )
}

function videoTrack(tracks: Tracks): Buffer {
  const dpi72 = 0x480000
  const [pixelWidth, pixelHeight] = tracks.pixelAspect ?? [1, 1]
  const shape = pixelWidth === pixelHeight ? [] : [box('pasp', u32(pixelWidth, pixelHeight))]
  const entry = box(
    'avc1',
    u8(0, 0, 0, 0, 0, 0),
    u16(1, 0, 0),
    u32(0, 0, 0),
    u16(tracks.width, tracks.height),
    u32(dpi72, dpi72, 0),
    u16(1),
    Buffer.alloc(32),
    u16(24, 0xffff),
    box('avcC', tracks.videoConfig),
    ...shape,
  )
  const header = fullBox('vmhd', 0, 1, u16(0, 0, 0, 0))
  return box(
    'trak',
    trackHeader(VIDEO_TRACK, Math.round((tracks.width * pixelWidth) / pixelHeight), tracks.height),
    media(VIDEO_TIMESCALE, 'vide', header, entry),
  )
}

function audioTrack(tracks: Tracks, audioConfig: Buffer): Buffer {
  const decoder = descriptor(4, u8(0x40, 0x15, 0, 0, 0), u32(0, 0), descriptor(5, audioConfig))
  const stream = descriptor(3, u16(0), u8(0), decoder, descriptor(6, u8(2)))
  const entry = box(
    'mp4a',
    u8(0, 0, 0, 0, 0, 0),
    u16(1),
    u32(0, 0),
    u16(tracks.channels, 16, 0, 0),
    u32(tracks.sampleRate * 0x10000),
    fullBox('esds', 0, 0, stream),
  )
  const header = fullBox('smhd', 0, 0, u16(0, 0))
  return box('trak', trackHeader(AUDIO_TRACK, 0, 0), media(tracks.sampleRate, 'soun', header, entry))
}

/** The initialization segment (ftyp + moov) of fragmented MP4: one video track and an optional audio track. */
export function mp4Init(tracks: Tracks): Buffer {
  const { audioConfig } = tracks
  const movieHeader = fullBox(
    'mvhd',
    0,
    0,
    u32(0, 0, 1000, 0, 0x10000),
    u16(0x0100, 0),
    u32(0, 0),
    UNITY,
    u32(0, 0, 0, 0, 0, 0, AUDIO_TRACK + 1),
  )
  const media = [videoTrack(tracks), ...(audioConfig ? [audioTrack(tracks, audioConfig)] : [])]
  const ids = audioConfig ? [VIDEO_TRACK, AUDIO_TRACK] : [VIDEO_TRACK]
  const defaults = ids.map((track) => fullBox('trex', 0, 0, u32(track, 1, 0, 0, 0)))
  return Buffer.concat([
    box('ftyp', latin('iso6'), u32(1), latin('iso6mp41')),
    box('moov', movieHeader, ...media, box('mvex', ...defaults)),
  ])
}
