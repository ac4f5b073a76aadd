import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFlvTags } from '#server/media/clip.ts'
import { mp4Init } from '#server/media/hls/mp4-init.ts'
import { pictureSize } from '#server/media/live/h264-size.ts'
import { HAS_FFMPEG, NO_FFMPEG } from '../../support/ffmpeg.ts'

/** The configuration of a picture that ffmpeg has encoded with these options. */
function configOf(size: string, options: readonly string[]): Buffer {
  const input = ['-v', 'error', '-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=25`, '-frames:v', '2']
  const bytes = execFileSync('ffmpeg', [...input, '-c:v', 'libx264', ...options, '-f', 'flv', '-'])
  const config = readFlvTags(bytes).find(({ type, body }) => type === 'video' && body[1] === 0)
  return config?.body.subarray(5) ?? Buffer.alloc(0)
}

const TALL = ['-pix_fmt', 'yuv420p']

describe.skipIf(!HAS_FFMPEG)(`the size of the pictures of a publisher${NO_FFMPEG}`, () => {
  it.each([
    ['cropped', '642x358', [...TALL], { width: 642, height: 358, pixelAspect: [1, 1] }],
    ['portrait', '360x640', [...TALL, '-profile:v', 'baseline'], { width: 360, height: 640, pixelAspect: [1, 1] }],
    ['of 1080 lines', '1920x1080', [...TALL, '-profile:v', 'main'], { width: 1920, height: 1080, pixelAspect: [1, 1] }],
    ['interlaced', '1920x1080', [...TALL, '-x264opts', 'tff=1'], { width: 1920, height: 1080, pixelAspect: [1, 1] }],
    ['of DV', '720x576', [...TALL, '-vf', 'setsar=16/11'], { width: 720, height: 576, pixelAspect: [16, 11] }],
    ['of own shape', '480x360', [...TALL, '-vf', 'setsar=37/29'], { width: 480, height: 360, pixelAspect: [37, 29] }],
    ['with 4:4:4', '642x358', ['-pix_fmt', 'yuv444p'], { width: 642, height: 358, pixelAspect: [1, 1] }],
    ['with matrices', '640x360', [...TALL, '-x264opts', 'cqm=jvt'], { width: 640, height: 360, pixelAspect: [1, 1] }],
  ])('is that of its configuration: %s', (_name, size, options, expected) => {
    expect(pictureSize(configOf(size, options))).toEqual(expected)
  })

  it('reaches players of MP4 with the shape of the pixels', () => {
    const videoConfig = configOf('480x360', [...TALL, '-vf', 'setsar=4/3'])
    const size = pictureSize(videoConfig) ?? { width: 0, height: 0 }
    const init = mp4Init({ frameMs: 40, sampleRate: 0, channels: 0, audioConfig: null, videoConfig, ...size })
    const at = init.indexOf('pasp')
    expect([init.readUInt32BE(at + 4), init.readUInt32BE(at + 8)]).toEqual([4, 3])
  })
})

it('is unknown for a configuration that is cut off or no configuration', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      const size = pictureSize(Buffer.from(bytes))
      return size === null || (size.width >= 16 && size.width <= 16_384 && size.height >= 16)
    }),
    { numRuns: 2_000 },
  )
})
