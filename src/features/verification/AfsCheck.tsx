import { useEffect, useEffectEvent, useState } from 'react'
import { verificationText } from '#messages/zh/verification.ts'
import { call } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import type { CheckProps, Note } from './check.ts'
import { CheckFoot } from './CheckFoot.tsx'
import { DragBar } from './DragBar.tsx'
import type { SliderConfig, SliderProof } from './slider.ts'
import { VendorBar } from './VendorBar.tsx'

const NO_NOTE: Note = { tone: 'hint', text: '' }

/** S4.19: the vendor's slider, or a built-in slider with the same fields if no vendor script is configured. */
export function AfsCheck({ onSolved, onUnavailable, onImageCode }: CheckProps) {
  const [config, setConfig] = useState<SliderConfig | null>(null)
  const [note, setNote] = useState<Note>(NO_NOTE)
  /** A new number resets the slider. */
  const [attempt, setAttempt] = useState(0)
  const unavailable = useEffectEvent(() => onUnavailable())

  useEffect(() => {
    const waiting = new AbortController()
    const ask = async () => {
      const result = await call('afs.config', {}, { signal: waiting.signal })
      if (waiting.signal.aborted) return
      if (result.ok) setConfig(result.data)
      else unavailable()
    }
    void ask()
    return () => waiting.abort()
  }, [])

  const fail = (text = verificationText('afs.again')) => {
    setNote({ tone: 'wrong', text })
    setAttempt((count) => count + 1)
  }
  const pass = async (proof: SliderProof) => {
    setNote({ tone: 'busy', text: verificationText('check.checking') })
    const solved = await onSolved({
      safeType: 'afs',
      afsSessionId: proof.sessionId,
      afsSig: proof.sig,
      afsToken: proof.token,
      afsScene: config?.scene ?? '',
    })
    if (solved.ok) setNote(NO_NOTE)
    else fail(solved.message)
  }
  const events = {
    onPassed: (proof: SliderProof) => void pass(proof),
    onFailed: fail,
    onBroken: onUnavailable,
  }

  return (
    <>
      {config === null ? (
        <Skeleton height="48px" shape="plate" />
      ) : config.scriptUrl === '' ? (
        <DragBar key={attempt} config={config} {...events} />
      ) : (
        <VendorBar config={config} attempt={attempt} {...events} />
      )}
      <CheckFoot note={config === null ? { tone: 'hint', text: verificationText('check.loading') } : note}>
        {onImageCode && (
          <Button kind="quiet" size="small" onClick={onImageCode}>
            {verificationText('check.toCode')}
          </Button>
        )}
      </CheckFoot>
    </>
  )
}
