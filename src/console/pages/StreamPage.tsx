import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import { useState } from 'react'
import type { IngestStateView, LiveRoomDetail } from '#protocol/console/rooms.ts'
import { IngestProblem } from '#protocol/console/rooms.ts'
import { type CheckResult, type PublisherFault, publisherChecks } from '#protocol/rules/publisher-checks.ts'
import { roomsText } from '#messages/zh/console/rooms.ts'
import { Button } from '#ui/button/Button.tsx'
import { CopyButton } from '#ui/button/CopyButton.tsx'
import { useConsoleData } from '../client.ts'
import { PublisherCharts } from '../parts/PublisherCharts.tsx'
import { Loaded, Part, Screen } from '../parts/Screen.tsx'
import { type IssuedKey, RenewKeyDialog } from '../parts/StreamKeyDialog.tsx'
import { StreamPreview } from '../parts/StreamPreview.tsx'
import { useRefresh } from '#ui/state/use-refresh.ts'
import { useConsole } from '../session.tsx'
import styles from './StreamPage.module.css'

const REFRESH_MS = 2_000

/** The page of an anchor: what to enter in the encoder, whether it sends what viewers can play, and the preview. */
export function StreamPage() {
  const query = useConsoleData('stream.get', {})
  useRefresh(query, REFRESH_MS)
  return (
    <Screen title={roomsText('stream.title')} lead={roomsText('stream.lead')}>
      <Loaded query={query}>
        {({ room }) =>
          room === null ? <p>{roomsText('stream.noRoom')}</p> : <Stream room={room} onChanged={query.retry} />
        }
      </Loaded>
    </Screen>
  )
}

interface StreamProps {
  readonly room: LiveRoomDetail
  readonly onChanged: () => void
}

function Stream({ room, onChanged }: StreamProps) {
  const { ingest, anchor } = room
  if (room.closedAt !== null) return <p>{roomsText('stream.closed')}</p>
  if (ingest === null) return <p>{roomsText('room.noIngest')}</p>
  return (
    <>
      <div className={styles.columns}>
        <Part title={roomsText('stream.connect')}>
          <Encoder room={room} onChanged={onChanged} />
        </Part>
        <Part title={roomsText('stream.checks')}>
          <Checks ingest={ingest} maxKbps={anchor.maxKbps} />
        </Part>
      </div>
      <Part title={roomsText('stream.figures')}>
        <PublisherCharts ingest={ingest} maxKbps={anchor.maxKbps} />
      </Part>
      <Part title={roomsText('preview.title')}>
        <StreamPreview url={room.previewUrl} isOnAir={ingest.state === 'live'} />
        <a className={styles.visit} href={`/app/live/${room.eid}`} target="_blank" rel="noreferrer">
          {roomsText('room.visit')}
        </a>
      </Part>
    </>
  )
}

/** Server and key for the encoder. The key is known to this page only after it was issued here (decision 136). */
function Encoder({ room: { anchor, server }, onChanged }: StreamProps) {
  const { formatTime } = useConsole()
  const [issued, setIssued] = useState<IssuedKey | null>(null)
  const [isShown, setShown] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const isFirst = anchor.keyIssuedAt === null
  return (
    <div className={styles.encoder}>
      <p className={styles.hint}>{roomsText('stream.connectLead')}</p>
      <div className={styles.entry}>
        <span id="stream-server">{roomsText('room.server')}</span>
        <code aria-labelledby="stream-server">{server || roomsText('room.noServer')}</code>
        {server !== '' && <CopyButton text={server} name={roomsText('room.server')} />}
      </div>
      <div className={styles.entry}>
        <span id="stream-key">{roomsText('room.streamKey')}</span>
        {issued ? (
          <code aria-labelledby="stream-key">{isShown ? issued.streamKey : '•'.repeat(16)}</code>
        ) : (
          <span className={styles.hint}>
            {isFirst
              ? roomsText('stream.noKey')
              : roomsText('stream.keyKept', { time: formatTime(anchor.keyIssuedAt ?? 0) })}
          </span>
        )}
        <div className={styles.actions}>
          {issued && (
            <>
              <Button onClick={() => setShown(!isShown)} aria-pressed={isShown}>
                {roomsText(isShown ? 'stream.hideKey' : 'stream.showKey')}
              </Button>
              <CopyButton text={issued.streamKey} name={roomsText('room.streamKey')} kind="primary" />
            </>
          )}
          <Button onClick={() => setAsking(true)}>{roomsText(isFirst ? 'stream.firstKey' : 'room.renewKey')}</Button>
        </div>
      </div>
      {isAsking && (
        <RenewKeyDialog
          anchor={anchor}
          isFirst={isFirst}
          onIssued={(key) => {
            setIssued(key)
            setShown(false)
          }}
          onChanged={onChanged}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

const ICONS = { good: CircleCheck, bad: CircleAlert, waiting: CircleDashed } as const

/** What viewers need of the publisher, and what to change where it is missing. */
function Checks({ ingest, maxKbps }: { readonly ingest: IngestStateView; readonly maxKbps: number }) {
  const results = publisherChecks(ingest, maxKbps)
  const bad = results.filter(({ state }) => state === 'bad').length
  const isReady = results.every(({ state }) => state === 'good')
  const summary = isReady
    ? roomsText('checks.ready')
    : bad > 0
      ? roomsText('checks.faults', { count: bad })
      : roomsText(ingest.state === 'live' ? 'checks.measuring' : 'checks.start')
  return (
    <>
      <output className={styles.summary} data-ready={isReady}>
        {summary}
      </output>
      <ul className={styles.checks}>
        {results.map((result) => (
          <Check key={result.check} result={result} />
        ))}
      </ul>
    </>
  )
}

function Check({ result }: { readonly result: CheckResult }) {
  const { check, state } = result
  const Icon = ICONS[state]
  return (
    <li data-state={state}>
      <Icon size={20} aria-hidden />
      <div>
        <strong>{roomsText(`check.${check}`)}</strong>
        <span>{state === 'bad' ? adviceOf(result.fault) : roomsText(`checks.${state}`)}</span>
      </div>
    </li>
  )
}

const isProblem = (fault: PublisherFault): fault is IngestProblem => IngestProblem.safeParse(fault).success

function adviceOf(fault: PublisherFault): string {
  return isProblem(fault) ? roomsText(`room.problem.${fault}`) : roomsText(`advice.${fault}`)
}
