import { useEffect, useState } from 'react'
import { verificationText } from '#messages/zh/verification.ts'
import { Button } from '#ui/button/Button.tsx'
import type { AnswerStage, CheckProps, Note } from './check.ts'
import { CheckFoot } from './CheckFoot.tsx'
import { ClickWords } from './ClickWords.tsx'
import { PendingPuzzle } from './PuzzleFrame.tsx'
import { checkPuzzle } from './puzzle.ts'
import { SlidePuzzle } from './SlidePuzzle.tsx'
import { usePuzzle } from './use-puzzle.ts'

/** A wrong answer is shown for this time before the next picture. */
const WRONG_MS = 1_000

/** The picture, its check by the server, and the text about it. */
function useAjCheck({ onSolved, onUnavailable }: CheckProps) {
  const [stage, setStage] = useState<AnswerStage>('open')
  const [news, setNews] = useState<string | null>(null)
  const { puzzle, refresh } = usePuzzle(stage !== 'open', {
    onRefused: onUnavailable,
    onExpired: () => setNews(verificationText('rep.expired')),
  })

  useEffect(() => {
    if (stage !== 'wrong') return
    const timer = window.setTimeout(() => {
      setStage('open')
      refresh()
    }, WRONG_MS)
    return () => window.clearTimeout(timer)
  }, [stage, refresh])

  const answer = async (text: string) => {
    if (puzzle === null) return
    setStage('checking')
    const verdict = await checkPuzzle(puzzle, text)
    if (verdict.type === 'stopped') return onUnavailable(verdict.text)
    const solved = verdict.type === 'right' ? await onSolved(verdict.result) : null
    if (solved?.ok) return setStage('right')
    setNews(verdict.type === 'wrong' ? verdict.text : (solved?.message ?? null))
    return setStage('wrong')
  }
  const next = () => {
    setNews(null)
    refresh()
  }
  return { puzzle, stage, news, answer: (text: string) => void answer(text), next }
}

/** S4.19: AJ-Captcha: slide a block into its gap, or click words in order. The kinds alternate. */
export function AjCheck(props: CheckProps) {
  const { puzzle, stage, news, answer, next } = useAjCheck(props)
  /** The position set by keys, and the token of its picture. */
  const [keyed, setKeyed] = useState<{ readonly token: string; readonly text: string } | null>(null)
  const hint =
    puzzle === null
      ? verificationText('check.loading')
      : verificationText(puzzle.block === '' ? 'click.hint' : 'slide.hint')
  const note: Note =
    stage === 'checking'
      ? { tone: 'busy', text: verificationText('check.checking') }
      : { tone: stage === 'wrong' ? 'wrong' : 'hint', text: news ?? hint }
  return (
    <>
      {puzzle === null ? (
        <PendingPuzzle />
      ) : puzzle.captchaType === 'blockPuzzle' ? (
        <SlidePuzzle
          key={puzzle.token}
          puzzle={puzzle}
          stage={stage}
          takesFocus={keyed !== null}
          onAnswer={answer}
          onKeyed={(text) => setKeyed({ token: puzzle.token, text })}
        />
      ) : (
        <ClickWords key={puzzle.token} puzzle={puzzle} stage={stage} takesFocus={keyed !== null} onAnswer={answer} />
      )}
      <CheckFoot note={note} onRefresh={next} isRefreshing={puzzle === null} isHeld={stage !== 'open'}>
        {keyed && keyed.token === puzzle?.token && stage === 'open' && (
          <Button kind="primary" size="small" onClick={() => answer(keyed.text)}>
            {verificationText('slide.place')}
          </Button>
        )}
      </CheckFoot>
    </>
  )
}
