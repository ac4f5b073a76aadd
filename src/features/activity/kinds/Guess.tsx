import { useState } from 'react'
import { type Guess, type GuessRule, GUESSES } from '#protocol/activities/guess.ts'
import type { ActivityStep } from '#protocol/endpoints/activity.ts'
import { formatClock, formatDate } from '#lib/format.ts'
import { rewardText } from '#lib/reward-text.ts'
import { activityText } from '#messages/zh/activity.ts'
import { Crest } from '#ui/art/Crest.tsx'
import { Button } from '#ui/button/Button.tsx'
import { RadioOptions } from '#ui/choice/Choices.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { type ActivityData, type ActivityPicture, type PictureProps, stageOf, stepOf } from '../activity-parts.ts'
import { StepButton } from '../StepButton.tsx'
import frame from '../ActivityView.module.css'
import styles from './Guess.module.css'

interface GuessMatch {
  readonly matchId: string
  readonly league: string
  readonly home: GuessTeam
  readonly away: GuessTeam
  readonly startAt: number
}
interface GuessTeam {
  readonly name: string
  readonly logo: string
}
type Done = ActivityStep & { readonly data: { readonly guess: Guess; readonly outcome?: Guess | 'void' } & GuessMatch }

const ruleOf = ({ rule }: ActivityData) => rule as unknown as GuessRule
const progressOf = ({ progress }: ActivityData) =>
  progress as { readonly left?: number; readonly matches?: readonly GuessMatch[] }

function isDone(step: ActivityStep): step is Done {
  return 'guess' in step.data
}

/** S7.101: matches that can be guessed, and the guesses of the member. */
function Picture({ activity, actions, now }: PictureProps) {
  const { left = 0, matches = [] } = progressOf(activity)
  const stage = stageOf(activity, now)
  const aside = stage === 'open' ? activityText('guess.left', { left }) : activityText(`reason.${stage}`)
  const open = matches.filter(
    ({ matchId, startAt }) => now < startAt && stepOf(activity, matchId)?.data['guess'] === undefined,
  )
  const done = activity.steps.filter(isDone).toSorted((one, other) => other.data.startAt - one.data.startAt)
  return (
    <div className={frame.columns}>
      <Panel title={activityText('guess.open')} aside={<span>{aside}</span>}>
        {open.length === 0 ? (
          <EmptyState title={activityText('guess.none')} text={activityText('guess.noneText')} />
        ) : (
          <ul className={styles.matches}>
            {open.map((match) => (
              <OpenMatch key={match.matchId} match={match} activity={activity} actions={actions} now={now} />
            ))}
          </ul>
        )}
      </Panel>
      <Panel title={activityText('guess.own')}>
        {done.length === 0 ? (
          <EmptyState title={activityText('guess.noGuess')} />
        ) : (
          <ul className={styles.matches}>
            {done.map((step) => (
              <li key={step.cycle} className={styles.match}>
                <Teams match={step.data} now={now} />
                <div className={styles.verdict}>
                  <span>
                    {activityText('guess.mine', { guess: activityText(`guess.${step.data.guess}`) })}
                    {step.data.outcome !== undefined && (
                      <>
                        {' · '}
                        {activityText('guess.was', { outcome: activityText(`guess.${step.data.outcome}`) })}
                      </>
                    )}
                  </span>
                  {step.amount > 0 && step.status !== 'applied' && <b>{rewardText(step.amount, activity.currency)}</b>}
                  <StepButton
                    step={step}
                    actions={actions}
                    item={titleOf(step.data)}
                    isBlocked={false}
                    size="small"
                    kind="primary"
                  />
                </div>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </div>
  )
}

const titleOf = ({ home, away }: GuessMatch) => activityText('guess.match', { home: home.name, away: away.name })

interface OpenMatchProps extends PictureProps {
  readonly match: GuessMatch
}

function OpenMatch({ match, activity, actions, now }: OpenMatchProps) {
  const [guess, setGuess] = useState<Guess | null>(null)
  const { left = 0 } = progressOf(activity)
  const isClosed = left === 0 || activity.block !== null || stageOf(activity, now) !== 'open'
  const step = { cycle: match.matchId, status: 'eligible' } as const
  return (
    <li className={styles.match}>
      <Teams match={match} now={now} />
      <div className={styles.choose}>
        <fieldset className={styles.options} disabled={isClosed}>
          <legend className="visually-hidden">{titleOf(match)}</legend>
          <RadioOptions<Guess | null>
            className={styles.option}
            value={guess}
            choices={GUESSES.map((value) => ({ value, label: activityText(`guess.${value}`) }))}
            onChange={setGuess}
          />
        </fieldset>
        <Button
          size="small"
          kind="primary"
          aria-label={activityText('guess.submitName', { match: titleOf(match) })}
          disabled={guess === null || isClosed || (actions.busy !== null && actions.busy !== match.matchId)}
          isLoading={actions.busy === match.matchId}
          onClick={() => void actions.take(step, { guess })}
        >
          {activityText('guess.submit')}
        </Button>
      </div>
    </li>
  )
}

function Teams({ match, now }: { readonly match: GuessMatch; readonly now: number }) {
  const { league, home, away, startAt } = match
  return (
    <>
      <small className={styles.when}>
        {league}
        <span>{`${formatDate(startAt, now)} ${formatClock(startAt)}`}</span>
      </small>
      <div className={styles.teams}>
        <span className={styles.team}>
          <Crest team={home.name} src={home.logo} size={32} />
          {home.name}
        </span>
        <i aria-hidden="true">VS</i>
        <span className={styles.team}>
          {away.name}
          <Crest team={away.name} src={away.logo} size={32} />
        </span>
      </div>
    </>
  )
}

export const GUESS_PICTURE: ActivityPicture = {
  Picture,
  rules(activity) {
    const { prize, amount, pool, guessesPerDay } = ruleOf(activity)
    const [one, all] = [rewardText(amount, activity.currency), rewardText(pool, activity.currency)]
    return [
      activityText('guess.rule.free', { guesses: guessesPerDay }),
      prize === 'fixed'
        ? activityText('guess.rule.fixed', { amount: one })
        : activityText('guess.rule.pool', { pool: all, amount: one }),
      activityText('guess.rule.result'),
      activityText('guess.rule.void'),
    ]
  },
  recordOf: (_cycle, data) => titleOf(data as unknown as GuessMatch),
}
