import { useEffect, useMemo, useState } from 'react'
import type { PhaseClock } from '#lib/match-clock.ts'
import { serverNow } from '#transport/client.ts'
import type { Cue, Scene } from './scene.ts'
import { sceneAt } from './scene.ts'
import type { StoryFacts } from './story.ts'
import { spellMs } from './story.ts'

const LEAST_WAIT_MS = 50

export interface SceneOptions {
  readonly facts: StoryFacts
  readonly clock: PhaseClock
  readonly cue: Cue | null
  /** Holds the scene as it is. */
  readonly isPaused: boolean
  /** Changes with the spells only, not with every step. */
  readonly isCalm: boolean
}

/** What is to be seen now. Renews itself when the scene is over, not with every frame. */
export function useScene({ facts, clock, cue, isPaused, isCalm }: SceneOptions): Scene {
  const [seen, setSeen] = useState(() => ({ moment: serverNow(), clock, cue }))
  const scene = useMemo(() => sceneAt(facts, seen.clock, seen.cue, seen.moment), [facts, seen])

  useEffect(() => {
    if (isPaused) return
    const spell = spellMs(facts.kind)
    const isInSpell = isCalm && scene.cue === null
    const until = isInSpell ? seen.moment + spell - ((seen.moment - clock.phaseStartedAt) % spell) : scene.until
    // Something has happened, or the match has gone into another phase: at once, not when the scene is over.
    const isNew = cue !== seen.cue || clock !== seen.clock
    const wait = isNew ? 0 : Math.max(LEAST_WAIT_MS, until - serverNow())
    const timer = setTimeout(() => setSeen({ moment: serverNow(), clock, cue }), wait)
    return () => clearTimeout(timer)
  }, [facts.kind, clock, cue, scene, seen, isPaused, isCalm])

  return scene
}
