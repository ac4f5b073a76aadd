import { type AnimationRequest, playAnimation } from './animation.ts'

/** Message from the page: play an animation on a canvas, or stop. One animation at a time. */
export type AnimationMessage =
  | { readonly type: 'play'; readonly canvas: OffscreenCanvas; readonly order: AnimationRequest }
  | { readonly type: 'stop' }

let stop = (): void => {}

addEventListener('message', ({ data }: MessageEvent<AnimationMessage>) => {
  stop()
  stop = data.type === 'play' ? playAnimation(data.canvas, data.order) : () => {}
})
