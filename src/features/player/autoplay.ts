/**
 * How playing began. `sound`: as wanted. `silent`: the browser allows no sound before the first touch. `refused`: not even
 * that; a person must press start. `interrupted`: another load took over.
 */
export type AutoplayOutcome = 'sound' | 'silent' | 'refused' | 'interrupted'

type Playable = Pick<HTMLVideoElement, 'play' | 'muted'>

async function tryPlay(video: Playable): Promise<'ok' | 'not-allowed' | 'interrupted'> {
  try {
    await video.play()
    return 'ok'
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotAllowedError' ? 'not-allowed' : 'interrupted'
  }
}

/** Plays with sound, else without, else not at all. Leaves `muted` as it is in the end. */
export async function startPlaying(video: Playable): Promise<AutoplayOutcome> {
  const wantedSound = !video.muted
  const first = await tryPlay(video)
  if (first === 'ok') return 'sound'
  if (first === 'interrupted') return 'interrupted'
  if (!wantedSound) return 'refused'
  video.muted = true
  const second = await tryPlay(video)
  if (second === 'ok') return 'silent'
  video.muted = false
  return second === 'interrupted' ? 'interrupted' : 'refused'
}
