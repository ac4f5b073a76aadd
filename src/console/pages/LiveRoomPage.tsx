import { useState } from 'react'
import { useParams } from 'react-router-dom'
import type { IngestStateView, LiveRoomDetail, PublishedFormat } from '#protocol/console/rooms.ts'
import type { ConsoleActionName } from '#protocol/console/table.ts'
import { formatCount } from '#lib/format.ts'
import { crt } from '#lib/messages/console-rooms.ts'
import { Button } from '#ui/Button.tsx'
import { useConsoleData } from '../client.ts'
import { LiveRoomDialog, type LiveRoomAct } from '../parts/LiveRoomDialog.tsx'
import { Facts, Loaded, Part, Screen } from '../parts/Screen.tsx'
import { useRefresh } from '../parts/use-refresh.ts'
import { useConsole } from '../session.tsx'
import styles from './LiveRoomPage.module.css'

const REFRESH_MS = 2_000
/** Players wait for a key frame, so longer distances delay the start. */
const LONG_KEY_FRAME_MS = 4_000

/** One live room: state of the publisher, settings, chat, cover. Refreshed every two seconds. */
export function LiveRoomPage() {
  const { id = '' } = useParams()
  const query = useConsoleData('room.get', { id })
  useRefresh(query.retry, REFRESH_MS)
  return <Loaded query={query}>{(room) => <LiveRoom room={room} onChanged={query.retry} />}</Loaded>
}

interface LiveRoomProps {
  readonly room: LiveRoomDetail
  readonly onChanged: () => void
}

function LiveRoom({ room, onChanged }: LiveRoomProps) {
  const { formatTime } = useConsole()
  // The room as it was when the dialog opened: a later change by another operator is a conflict.
  const [chosen, setChosen] = useState<{ readonly act: LiveRoomAct; readonly room: LiveRoomDetail } | null>(null)
  const choose = (act: LiveRoomAct) => setChosen({ act, room })
  const isOpen = room.closedAt === null
  return (
    <Screen title={room.title} lead={room.intro}>
      <Facts
        items={[
          [crt('rooms.state'), crt(`rooms.state.${room.anchorStatus}`)],
          [crt('rooms.viewers'), formatCount(room.viewers)],
          [crt('rooms.anchor'), room.nick],
          [crt('rooms.startsAt'), formatTime(room.startsAt)],
          [crt('room.gifts'), crt(room.isGiftOpen ? 'room.on' : 'room.off')],
          [crt('room.test'), crt(room.hasTestPicture ? 'room.on' : 'room.off')],
          [crt('room.number'), room.eid],
          [
            crt('room.visit'),
            <a key="visit" href={`/app/live/${room.eid}`} target="_blank" rel="noreferrer">
              {`/app/live/${room.eid}`}
            </a>,
          ],
        ]}
      />
      <Acts acts={['edit', isOpen ? 'close' : 'open']} onChoose={choose} />
      <Part title={crt('room.ingest')}>
        {room.ingest ? <Ingest ingest={room.ingest} room={room} /> : <p>{crt('room.noIngest')}</p>}
        <Acts acts={['renewKey']} onChoose={choose} />
      </Part>
      <ChatPart room={room} onChoose={choose} />
      <Part title={crt('room.cover')}>
        {room.coverUrl === '' ? (
          <p>{crt('room.nothing')}</p>
        ) : (
          <img className={styles.cover} src={room.coverUrl} alt={crt('room.coverOf', { title: room.title })} />
        )}
        <Acts acts={room.coverUrl === '' ? ['setCover'] : ['setCover', 'removeCover']} onChoose={choose} />
      </Part>
      {chosen && <LiveRoomDialog {...chosen} onChanged={onChanged} onClose={() => setChosen(null)} />}
    </Screen>
  )
}

const NEEDS: Readonly<Record<LiveRoomAct, ConsoleActionName>> = {
  edit: 'room.update',
  close: 'room.setOpen',
  open: 'room.setOpen',
  renewKey: 'anchor.renewKey',
  rules: 'room.setRules',
  welcome: 'room.setWelcome',
  pin: 'room.pin',
  admins: 'room.setAdmins',
  setCover: 'room.setCover',
  removeCover: 'room.setCover',
}

interface ActsProps {
  readonly acts: readonly LiveRoomAct[]
  readonly onChoose: (act: LiveRoomAct) => void
}

/** Buttons of what this operator may do. */
function Acts({ acts, onChoose }: ActsProps) {
  const { can } = useConsole()
  const allowed = acts.filter((act) => can(NEEDS[act]))
  if (allowed.length === 0) return null
  return (
    <div className={styles.actions}>
      {allowed.map((act) => (
        <Button key={act} onClick={() => onChoose(act)}>
          {crt(`room.${act}`)}
        </Button>
      ))}
    </div>
  )
}

function Ingest({ ingest, room: { anchor } }: { readonly ingest: IngestStateView; readonly room: LiveRoomDetail }) {
  const { formatTime } = useConsole()
  const { state, since, kbps, keyFrameMs, droppedFrames, problem } = ingest
  const timeText = (time: number | null) => (time === null ? '—' : formatTime(time))
  return (
    <Facts
      items={[
        [crt('room.ingestState'), crt(`room.ingest.${state}`)],
        [crt('room.since'), timeText(since)],
        [crt('room.kbps'), crt('room.kbpsOf', { kbps: formatCount(kbps), max: formatCount(anchor.maxKbps) })],
        [crt('room.keyFrame'), keyFrameText(keyFrameMs)],
        [crt('room.dropped'), droppedFrames === null ? '—' : formatCount(droppedFrames)],
        ...formatItems(ingest.format),
        [crt('room.problem'), problem === null ? crt('room.nothing') : crt(`room.problem.${problem}`)],
        [crt('room.keyIssued'), timeText(anchor.keyIssuedAt)],
      ]}
    />
  )
}

/** What the publisher sends, or the last one has sent. */
function formatItems(format: PublishedFormat | null): [string, string][] {
  if (!format) return []
  const { video, audio, width, height, fps, keyFrameAgeMs, soundCorrectionMs, isSilent, extraTags } = format
  const size = width === null || height === null ? '' : `${width}×${height}`
  const correction = soundCorrectionMs === null ? '—' : crt('room.offsetOf', { ms: formatCount(soundCorrectionMs) })
  return [
    [crt('room.picture'), [video, size].filter(Boolean).join(' · ') || '—'],
    [crt('room.fps'), fps > 0 ? crt('room.fpsOf', { fps: String(fps) }) : '—'],
    [
      crt('room.lastKeyFrame'),
      keyFrameAgeMs === null ? '—' : crt('room.secondsAgo', { seconds: (keyFrameAgeMs / 1000).toFixed(1) }),
    ],
    [crt('room.sound'), isSilent ? crt('room.soundMissing') : audio || '—'],
    [crt('room.offset'), correction],
    ...(extraTags > 0 ? [[crt('room.extra'), crt('room.extraIgnored')] as [string, string]] : []),
  ]
}

function keyFrameText(keyFrameMs: number | null): string {
  if (keyFrameMs === null) return '—'
  const seconds = (keyFrameMs / 1000).toFixed(1)
  return crt(keyFrameMs > LONG_KEY_FRAME_MS ? 'room.keyFrameLong' : 'room.keyFrameOf', { seconds })
}

function ChatPart({ room, onChoose }: { readonly room: LiveRoomDetail } & Pick<ActsProps, 'onChoose'>) {
  const { slowModeSeconds, minVipLevel, muteAll, welcomeText } = room.rules
  return (
    <Part title={crt('room.chat')}>
      <Facts
        items={[
          [
            crt('room.slow'),
            slowModeSeconds === 0 ? crt('room.slowModeOff') : crt('room.slowModeOf', { seconds: slowModeSeconds }),
          ],
          [crt('room.vip'), minVipLevel],
          [crt('room.muteAll'), crt(muteAll ? 'room.on' : 'room.off')],
          [crt('room.welcome'), welcomeText || crt('room.nothing')],
          [crt('room.pin'), room.pinned || crt('room.nothing')],
          [crt('room.admins'), room.admins.join('、') || crt('room.nothing')],
        ]}
      />
      <Acts acts={['rules', 'welcome', 'pin', 'admins']} onChoose={onChoose} />
    </Part>
  )
}
