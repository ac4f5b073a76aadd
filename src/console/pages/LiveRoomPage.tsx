import { useState } from 'react'
import { useParams } from 'react-router-dom'
import type { IngestStateView, LiveRoomDetail, PublishedFormat } from '#protocol/console/rooms.ts'
import { MAX_KEY_FRAME_MS } from '#protocol/rules/publisher-checks.ts'
import type { ConsoleActionName } from '#protocol/console/table.ts'
import { formatCount } from '#lib/format.ts'
import { roomsText } from '#messages/zh/console/rooms.ts'
import { Button } from '#ui/button/Button.tsx'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { useConsoleData } from '../client.ts'
import { LiveRoomDialog, type LiveRoomAct } from '../parts/LiveRoomDialog.tsx'
import { PublisherCharts } from '../parts/PublisherCharts.tsx'
import { Loaded, Part, Screen } from '../parts/Screen.tsx'
import { StreamPreview } from '../parts/StreamPreview.tsx'
import { useRefresh } from '#ui/state/use-refresh.ts'
import { useConsole } from '../session.tsx'
import styles from './LiveRoomPage.module.css'

const REFRESH_MS = 2_000

/** One live room: state of the publisher, settings, chat, cover. Refreshed every two seconds. */
export function LiveRoomPage() {
  const { id = '' } = useParams()
  const query = useConsoleData('room.get', { id })
  useRefresh(query, REFRESH_MS)
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
      <Facts layout="tiles">
        <Fact name={roomsText('rooms.state')}>{roomsText(`rooms.state.${room.anchorStatus}`)}</Fact>
        <Fact name={roomsText('rooms.viewers')}>{formatCount(room.viewers)}</Fact>
        <Fact name={roomsText('rooms.anchor')}>{room.nick}</Fact>
        <Fact name={roomsText('rooms.startsAt')}>{formatTime(room.startsAt)}</Fact>
        <Fact name={roomsText('room.gifts')}>{roomsText(room.isGiftOpen ? 'room.on' : 'room.off')}</Fact>
        <Fact name={roomsText('room.test')}>{roomsText(room.hasTestPicture ? 'room.on' : 'room.off')}</Fact>
        <Fact name={roomsText('room.number')}>{room.eid}</Fact>
        <Fact name={roomsText('room.visit')}>
          <a href={`/app/live/${room.eid}`} target="_blank" rel="noreferrer">
            {`/app/live/${room.eid}`}
          </a>
        </Fact>
      </Facts>
      <Acts acts={['edit', isOpen ? 'close' : 'open']} onChoose={choose} />
      <Part title={roomsText('room.ingest')}>
        {room.ingest ? (
          <>
            <Ingest ingest={room.ingest} room={room} />
            <PublisherCharts ingest={room.ingest} maxKbps={room.anchor.maxKbps} />
            <StreamPreview url={room.previewUrl} isOnAir={room.ingest.state === 'live'} />
          </>
        ) : (
          <p>{roomsText('room.noIngest')}</p>
        )}
        <Acts acts={['renewKey']} onChoose={choose} />
      </Part>
      <ChatPart room={room} onChoose={choose} />
      <Part title={roomsText('room.cover')}>
        {room.coverUrl === '' ? (
          <p>{roomsText('room.nothing')}</p>
        ) : (
          <img className={styles.cover} src={room.coverUrl} alt={roomsText('room.coverOf', { title: room.title })} />
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
          {roomsText(`room.${act}`)}
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
    <Facts layout="tiles">
      <Fact name={roomsText('room.ingestState')}>{roomsText(`room.ingest.${state}`)}</Fact>
      <Fact name={roomsText('room.since')}>{timeText(since)}</Fact>
      <Fact name={roomsText('room.kbps')}>
        {roomsText('room.kbpsOf', { kbps: formatCount(kbps), max: formatCount(anchor.maxKbps) })}
      </Fact>
      <Fact name={roomsText('room.keyFrame')}>{keyFrameText(keyFrameMs)}</Fact>
      <Fact name={roomsText('room.dropped')}>{droppedFrames === null ? '—' : formatCount(droppedFrames)}</Fact>
      {ingest.format && <FormatFacts format={ingest.format} />}
      <Fact name={roomsText('room.problem')}>
        {problem === null ? roomsText('room.nothing') : roomsText(`room.problem.${problem}`)}
      </Fact>
      <Fact name={roomsText('room.keyIssued')}>{timeText(anchor.keyIssuedAt)}</Fact>
    </Facts>
  )
}

/** What the publisher sends, or the last one has sent. */
function FormatFacts({ format }: { readonly format: PublishedFormat }) {
  const { video, audio, width, height, fps, keyFrameAgeMs, soundCorrectionMs, isSilent, extraTags } = format
  const size = width === null || height === null ? '' : `${width}×${height}`
  return (
    <>
      <Fact name={roomsText('room.picture')}>{[video, size].filter(Boolean).join(' · ') || '—'}</Fact>
      <Fact name={roomsText('room.fps')}>{fps > 0 ? roomsText('room.fpsOf', { fps: String(fps) }) : '—'}</Fact>
      <Fact name={roomsText('room.lastKeyFrame')}>
        {keyFrameAgeMs === null ? '—' : roomsText('room.secondsAgo', { seconds: (keyFrameAgeMs / 1000).toFixed(1) })}
      </Fact>
      <Fact name={roomsText('room.sound')}>{isSilent ? roomsText('room.soundMissing') : audio || '—'}</Fact>
      <Fact name={roomsText('room.offset')}>
        {soundCorrectionMs === null ? '—' : roomsText('room.offsetOf', { ms: formatCount(soundCorrectionMs) })}
      </Fact>
      {extraTags > 0 && <Fact name={roomsText('room.extra')}>{roomsText('room.extraIgnored')}</Fact>}
    </>
  )
}

function keyFrameText(keyFrameMs: number | null): string {
  if (keyFrameMs === null) return '—'
  const seconds = (keyFrameMs / 1000).toFixed(1)
  return roomsText(keyFrameMs > MAX_KEY_FRAME_MS ? 'room.keyFrameLong' : 'room.keyFrameOf', { seconds })
}

function ChatPart({ room, onChoose }: { readonly room: LiveRoomDetail } & Pick<ActsProps, 'onChoose'>) {
  const { slowModeSeconds, minVipLevel, muteAll, welcomeText } = room.rules
  return (
    <Part title={roomsText('room.chat')}>
      <Facts layout="tiles">
        <Fact name={roomsText('room.slow')}>
          {slowModeSeconds === 0
            ? roomsText('room.slowModeOff')
            : roomsText('room.slowModeOf', { seconds: slowModeSeconds })}
        </Fact>
        <Fact name={roomsText('room.vip')}>{minVipLevel}</Fact>
        <Fact name={roomsText('room.muteAll')}>{roomsText(muteAll ? 'room.on' : 'room.off')}</Fact>
        <Fact name={roomsText('room.welcome')}>{welcomeText || roomsText('room.nothing')}</Fact>
        <Fact name={roomsText('room.pin')}>{room.pinned || roomsText('room.nothing')}</Fact>
        <Fact name={roomsText('room.admins')}>{room.admins.join('、') || roomsText('room.nothing')}</Fact>
      </Facts>
      <Acts acts={['rules', 'welcome', 'pin', 'admins']} onChoose={onChoose} />
    </Part>
  )
}
