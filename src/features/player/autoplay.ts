/**
 * Result of starting playback. `sound`: as requested. `silent`: the browser requires a user gesture for sound.
 * `refused`: it requires one for playback. `interrupted`: another load replaced it.
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

/** Plays with sound, otherwise muted, otherwise not at all. Sets `muted` accordingly. */
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
