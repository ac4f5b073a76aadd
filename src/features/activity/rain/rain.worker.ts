import { paintRain, type RainRequest } from './paint.ts'

/** Message from the page: draw on a canvas, or stop. One rain at a time. */
export type RainMessage =
  | { readonly type: 'paint'; readonly canvas: OffscreenCanvas; readonly request: RainRequest }
  | { readonly type: 'stop' }

let stop = (): void => {}

addEventListener('message', ({ data }: MessageEvent<RainMessage>) => {
  stop()
  stop = data.type === 'paint' ? paintRain(data.canvas, data.request) : () => {}
})
