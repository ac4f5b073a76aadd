import path from 'node:path'
import type { ServerResponse } from 'node:http'
import { readClip } from '#server/media/clip.ts'
import { flvOpening } from '#server/media/flv/flv-writer.ts'
import { PROJECT_ROOT } from './project.ts'

/** Sends the header and metadata of a stream without frames, like a stream whose next key frame is late. */
export function sendOpening(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'video/x-flv' }) // or a browser waits for more data to detect the type
  response.write(flvOpening(readClip(path.join(PROJECT_ROOT, 'public/live/football-720.flv')), 0))
}
