import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from './project.ts'

const CLIP = path.join(PROJECT_ROOT, 'public/live/football-720.flv')

function isOnPath(name: string): boolean {
  return (process.env['PATH'] ?? '').split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

export const HAS_FFMPEG = isOnPath('ffmpeg') && isOnPath('ffprobe')
/** Suffix for titles of tests that need ffmpeg: empty, or why they are skipped. */
export const NO_FFMPEG = HAS_FFMPEG ? '' : ': left out, ffmpeg is not installed (Debian: apt-get install ffmpeg)'

/** An ffmpeg process that publishes the demo clip in a loop, in real time. */
export interface Publisher {
  kill(signal: NodeJS.Signals): void
  /** Exit code (null for a signal) and error output. */
  readonly ended: Promise<{ code: number | null; errors: string }>
}

/** `encoding`: ffmpeg options for other codecs than the clip's. */
export function publish(url: string, encoding: readonly string[] = ['-c', 'copy']): Publisher {
  const input = ['-re', '-stream_loop', '-1', '-i', CLIP]
  const options = ['-hide_banner', '-loglevel', 'error', ...input, ...encoding, '-f', 'flv', url]
  const child = spawn('ffmpeg', options, { stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  return {
    kill: (signal) => void child.kill(signal),
    ended: once(child, 'close').then(([code]) => ({ code: code as number | null, errors })),
  }
}

interface Probed {
  readonly streams: readonly { codec_name: string; codec_type: string; nb_read_frames?: string }[]
}

/** The audio and video streams that ffprobe finds, with the number of decoded frames. */
export async function probe(bytes: Buffer): Promise<Probed['streams']> {
  const options = ['-v', 'error', '-count_frames', '-show_streams', '-of', 'json', '-']
  const child = spawn('ffprobe', options, { stdio: ['pipe', 'pipe', 'ignore'] })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part))
  child.stdin.on('error', () => undefined) // ffprobe may have exited already
  child.stdin.end(bytes)
  await once(child, 'close')
  const { streams } = JSON.parse(text) as Probed
  return streams.filter(({ codec_type }) => codec_type === 'audio' || codec_type === 'video')
}
