import path from 'node:path'
import type { ServerResponse } from 'node:http'
import { readClip } from '#server/media/clip.ts'
import { flvOpening } from '#server/media/flv/flv-writer.ts'
import { PROJECT_ROOT } from './project.ts'

/** Sends what a picture is made of and none of it: so begins a stream whose next key frame is a while away. */
export function sendOpening(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'video/x-flv' }) // or a browser waits for more, to guess what it is
  response.write(flvOpening(readClip(path.join(PROJECT_ROOT, 'public/live/demo.flv')), 0))
}
