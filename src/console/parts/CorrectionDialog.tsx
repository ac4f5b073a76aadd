import { useState } from 'react'
import { CORRECTED_MINUTES_MAX, CORRECTED_SCORE_MAX } from '#protocol/console/constants.ts'
import type { ConsoleMatch } from '#protocol/console/matches.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import { moderationText } from '#messages/zh/console/moderation.ts'
import { SelectField } from '#ui/choice/SelectField.tsx'
import { NumberField } from '#ui/field/NumberField.tsx'
import { consoleCall } from '../client.ts'
import { ActDialog, type DialogProps } from './ActDialog.tsx'

const KEEP = { value: 'keep', label: moderationText('matches.keep') } as const
const PHASES = [
  KEEP,
  ...(['before', 'first-half', 'half-time', 'second-half', 'ended'] as const).map((value) => ({
    value,
    label: moderationText(`matches.phase.${value}`),
  })),
] as const
const STATES = [
  KEEP,
  ...(['0', '1', '2', '3'] as const).map((value) => ({ value, label: moderationText(`matches.anchor.${value}`) })),
] as const
type PhaseChoice = (typeof PHASES)[number]['value']
type StateChoice = (typeof STATES)[number]['value']

export interface CorrectionDialogProps extends DialogProps {
  readonly match: ConsoleMatch
}

/** Replaces score, clock and anchor status of a match. Fields that are left empty follow the source. */
export function CorrectionDialog({ match, onChanged, onClose }: CorrectionDialogProps) {
  const { eid, title, home, away, correction } = match
  const [score, setScore] = useState(() => textsOf(match))
  const [phase, setPhase] = useState<PhaseChoice>(correction?.clock?.phase ?? 'keep')
  const [minutes, setMinutes] = useState(() => minutesOf(match))
  const [state, setState] = useState<StateChoice>(() => stateOf(match))
  const isScoreEmpty = score.home === '' && score.guest === ''
  const isScoreGood =
    isScoreEmpty || (isNumber(score.home, CORRECTED_SCORE_MAX) && isNumber(score.guest, CORRECTED_SCORE_MAX))
  const needsMinutes = phase !== 'keep' && phase !== 'before'
  const areMinutesGood = !needsMinutes || isNumber(minutes, CORRECTED_MINUTES_MAX)
  const isEmpty = isScoreEmpty && phase === 'keep' && state === 'keep'
  const submit = (reason: string, version: number) =>
    consoleCall('match.correct', {
      eid,
      version,
      score: isScoreEmpty ? null : { home: Number(score.home), guest: Number(score.guest) },
      clock: phase === 'keep' ? null : { phase, minutes: needsMinutes ? Number(minutes) : 0 },
      anchorStatus: state === 'keep' ? null : ANCHOR_STATUS[state],
      reason,
    })
  const scoreField = (side: 'home' | 'guest', team: string) => (
    <NumberField
      label={moderationText('matches.home', { team })}
      maxLength={3}
      value={score[side]}
      error={isScoreGood ? null : moderationText('matches.badScore')}
      onValueChange={(value) => setScore((before) => ({ ...before, [side]: value }))}
    />
  )
  return (
    <ActDialog
      title={moderationText('matches.correctTitle', { title })}
      description={moderationText('matches.correctLead')}
      submitLabel={moderationText('matches.correct')}
      hasReason
      isReady={!isEmpty && isScoreGood && areMinutesGood}
      item={correction}
      act={submit}
      {...{ onChanged, onClose }}
    >
      {scoreField('home', home)}
      {scoreField('guest', away)}
      <SelectField label={moderationText('matches.clock')} value={phase} options={PHASES} onValueChange={setPhase} />
      {needsMinutes && (
        <NumberField
          label={moderationText('matches.minutes')}
          maxLength={3}
          value={minutes}
          hint={moderationText('matches.minutesHint')}
          error={areMinutesGood ? null : moderationText('matches.badMinutes')}
          onValueChange={setMinutes}
        />
      )}
      <SelectField label={moderationText('matches.anchor')} value={state} options={STATES} onValueChange={setState} />
    </ActDialog>
  )
}

const ANCHOR_STATUS = { 0: 0, 1: 1, 2: 2, 3: 3 } as const

const isNumber = (text: string, max: number): boolean => /^\d{1,3}$/.test(text) && Number(text) <= max

function textsOf({ correction }: ConsoleMatch): { readonly home: string; readonly guest: string } {
  if (!correction?.score) return { home: '', guest: '' }
  return { home: String(correction.score.home), guest: String(correction.score.guest) }
}

/** Minutes of the current phase, as a first value. */
function minutesOf({ board: { clock } }: ConsoleMatch): string {
  const minutes = Math.floor((Date.now() - clock.phaseStartedAt) / MINUTE_MS)
  return String(Math.min(CORRECTED_MINUTES_MAX, Math.max(0, minutes)))
}

function stateOf({ correction }: ConsoleMatch): StateChoice {
  const status = correction?.anchorStatus ?? null
  return STATES.find(({ value }) => value === String(status))?.value ?? 'keep'
}
