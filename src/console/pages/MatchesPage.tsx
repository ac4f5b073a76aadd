import { useState } from 'react'
import { MATCH_STAGES } from '#protocol/console/constants.ts'
import type { ConsoleMatch } from '#protocol/console/matches.ts'
import type { ConsoleDataOf, ConsoleRequestOf } from '#protocol/console/table.ts'
import { scoreText } from '#protocol/rules/match.ts'
import { consoleText } from '#messages/zh/console/console.ts'
import { moderationText } from '#messages/zh/console/moderation.ts'
import { Button } from '#ui/button/Button.tsx'
import { Checkbox } from '#ui/choice/Checkbox.tsx'
import { SelectField } from '#ui/choice/SelectField.tsx'
import { Field } from '#ui/field/Field.tsx'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { Badge } from '#ui/text/Badge.tsx'
import { consoleCall, useConsoleData } from '../client.ts'
import { ActDialog } from '../parts/ActDialog.tsx'
import { CorrectionDialog, type CorrectionDialogProps } from '../parts/CorrectionDialog.tsx'
import { SearchForm } from '../parts/FilterForm.tsx'
import { Loaded, Part, Screen } from '../parts/Screen.tsx'
import { PagedTable } from '../parts/Table.tsx'
import { useConsole } from '../session.tsx'
import styles from './MatchesPage.module.css'

const STAGES = [
  { value: 'all', label: moderationText('matches.stage.all') },
  ...MATCH_STAGES.map((value) => ({ value, label: moderationText(`matches.stage.${value}`) })),
] as const

type Act = { readonly kind: 'correct' | 'release'; readonly match: ConsoleMatch }

/** The state of the feed, and the matches with their corrections. */
export function MatchesPage() {
  const { formatTime } = useConsole()
  const [text, setText] = useState('')
  const [stage, setStage] = useState<(typeof STAGES)[number]['value']>('all')
  const [isCorrected, setCorrected] = useState(false)
  const [shown, setShown] = useState<ConsoleRequestOf<'match.list'>>({ text: '' })
  const [act, setAct] = useState<Act | null>(null)
  const query = useConsoleData('match.list', shown)
  const feed = useConsoleData('match.feed', {})
  const search = () => {
    setShown({ text, ...(stage !== 'all' && { stage }), ...(isCorrected && { isCorrected }) })
    query.retry()
    feed.retry()
  }
  const close = () => setAct(null)
  return (
    <Screen title={moderationText('matches.title')}>
      <Part title={moderationText('matches.feed')}>
        <Loaded query={feed}>{({ feed: state }) => <FeedState feed={state} />}</Loaded>
      </Part>
      <SearchForm onSearch={search} isLoading={query.isLoading}>
        <Field label={moderationText('matches.text')} value={text} maxLength={32} onValueChange={setText} />
        <SelectField label={moderationText('matches.stage')} value={stage} options={STAGES} onValueChange={setStage} />
        <Checkbox isChecked={isCorrected} onChange={setCorrected}>
          {moderationText('matches.corrected')}
        </Checkbox>
      </SearchForm>
      <PagedTable
        query={query}
        request={shown}
        onPage={setShown}
        label={moderationText('matches.title')}
        idOf={({ eid }) => eid}
        columns={[
          { label: moderationText('matches.match'), render: (match) => <MatchName match={match} /> },
          { label: moderationText('matches.kickOff'), render: ({ kickOffAt }) => formatTime(kickOffAt) },
          {
            label: moderationText('matches.score'),
            render: ({ board }) => scoreText(board.homeScore, board.guestScore),
          },
          {
            label: moderationText('matches.clock'),
            render: ({ board }) => moderationText(`matches.phase.${board.clock.phase}`),
          },
          {
            label: moderationText('matches.anchor'),
            render: ({ board }) => moderationText(`matches.anchor.${board.anchorStatus}`),
          },
          { label: moderationText('matches.source'), render: (match) => <Source match={match} /> },
          { label: consoleText('operators.actions'), render: (match) => <Actions match={match} onAct={setAct} /> },
        ]}
      />
      {act?.kind === 'correct' && <CorrectionDialog match={act.match} onChanged={query.retry} onClose={close} />}
      {act?.kind === 'release' && <ReleaseDialog match={act.match} onChanged={query.retry} onClose={close} />}
    </Screen>
  )
}

function ReleaseDialog({ match: { eid, title, correction }, onChanged, onClose }: CorrectionDialogProps) {
  const version = correction?.version ?? 0
  return (
    <ActDialog
      title={moderationText('matches.releaseTitle', { title })}
      description={moderationText('matches.releaseLead')}
      submitLabel={moderationText('matches.release')}
      hasReason
      act={(reason) => consoleCall('match.release', { eid, version, reason })}
      {...{ onChanged, onClose }}
    />
  )
}

function MatchName({ match: { title, league, doubts } }: { readonly match: ConsoleMatch }) {
  return (
    <div className={styles.name}>
      <strong dir="auto">{title}</strong>
      <span className={styles.league}>{league}</span>
      {doubts.map((doubt) => (
        <Badge key={doubt} tone="danger">
          {doubtText(doubt)}
        </Badge>
      ))}
    </div>
  )
}

const DOUBTS = ['score-back', 'score-jump', 'phase-back', 'time-jump', 'time-ahead'] as const

function doubtText(doubt: string): string {
  const known = DOUBTS.find((one) => one === doubt)
  return known ? moderationText(`matches.doubt.${known}`) : doubt
}

function Source({ match: { correction } }: { readonly match: ConsoleMatch }) {
  if (!correction) return moderationText('matches.ofSource')
  const { operator, reason } = correction
  return (
    <span>
      <Badge tone="accent">{moderationText('matches.ofOperator', { operator, reason })}</Badge>
    </span>
  )
}

function Actions({ match, onAct }: { readonly match: ConsoleMatch; readonly onAct: (act: Act) => void }) {
  const { can } = useConsole()
  if (!can('match.correct')) return '—'
  return (
    <div className={styles.actions}>
      <Button size="small" onClick={() => onAct({ kind: 'correct', match })}>
        {moderationText('matches.correct')}
      </Button>
      {match.correction && (
        <Button size="small" onClick={() => onAct({ kind: 'release', match })}>
          {moderationText('matches.release')}
        </Button>
      )}
    </div>
  )
}

function FeedState({ feed }: { readonly feed: ConsoleDataOf<'match.feed'>['feed'] }) {
  const { formatTime } = useConsole()
  if (!feed) return <p>{moderationText('matches.noFeed')}</p>
  const { failure, isStale, lastSuccessAt, generatedAt, problems } = feed
  const timeOf = (time: number | null) => (time === null ? moderationText('matches.feed.never') : formatTime(time))
  const state = isStale ? 'matches.feed.stale' : failure === null ? 'matches.feed.good' : 'matches.feed.failed'
  return (
    <>
      <Facts layout="tiles">
        <Fact name={moderationText('matches.feed.state')}>{moderationText(state)}</Fact>
        <Fact name={moderationText('matches.feed.success')}>{timeOf(lastSuccessAt)}</Fact>
        <Fact name={moderationText('matches.feed.generated')}>{timeOf(generatedAt)}</Fact>
        {failure !== null && <Fact name={moderationText('matches.feed.failure')}>{failure}</Fact>}
      </Facts>
      {problems.length > 0 && (
        <details className={styles.problems}>
          <summary>{moderationText('matches.feed.problems', { count: problems.length })}</summary>
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
