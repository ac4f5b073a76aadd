import { metadataNumber, readAudioConfig, type Tracks } from '../clip.ts'

/** What a publisher's stream has to say of itself. Its metadata may be absent or nonsense; players go by the frames. */
export function feedTracks(script: Buffer | undefined, videoConfig: Buffer, audioConfig: Buffer | null): Tracks {
  const told = (key: string, low: number, high: number, otherwise: number): number => {
    const value = Math.round(metadataNumber(script, key) ?? otherwise)
    return value >= low && value <= high ? value : otherwise
  }
  return {
    width: told('width', 16, 16_384, 1280),
    height: told('height', 16, 16_384, 720),
    frameMs: 1000 / told('framerate', 1, 240, 25),
    ...(audioConfig ? readAudioConfig(audioConfig) : { sampleRate: 0, channels: 0 }),
    videoConfig,
    audioConfig,
  }
}
