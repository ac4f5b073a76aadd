import { metadataNumber, readAudioConfig, type Tracks } from '../clip.ts'

/** Header data of a publisher's stream. Its metadata may be absent or wrong; players use the frames. */
export function feedTracks(script: Buffer | undefined, videoConfig: Buffer, audioConfig: Buffer | null): Tracks {
  const metadata = (key: string, low: number, high: number, otherwise: number): number => {
    const value = Math.round(metadataNumber(script, key) ?? otherwise)
    return value >= low && value <= high ? value : otherwise
  }
  return {
    width: metadata('width', 16, 16_384, 1280),
    height: metadata('height', 16, 16_384, 720),
    frameMs: 1000 / metadata('framerate', 1, 240, 25),
    ...(audioConfig ? readAudioConfig(audioConfig) : { sampleRate: 0, channels: 0 }),
    videoConfig,
    audioConfig,
  }
}
