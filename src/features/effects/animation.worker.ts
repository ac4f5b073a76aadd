import type { FilmOrder } from './animation.ts'
import { playFilm } from './animation.ts'

/** What the page tells this thread: play this on that canvas, or stop. One film at a time. */
export type FilmMessage =
  | { readonly type: 'play'; readonly canvas: OffscreenCanvas; readonly order: FilmOrder }
  | { readonly type: 'stop' }

let stop = (): void => {}

addEventListener('message', ({ data }: MessageEvent<FilmMessage>) => {
  stop()
  stop = data.type === 'play' ? playFilm(data.canvas, data.order) : () => {}
})
