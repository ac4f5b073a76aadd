import { Play, Settings, VolumeX } from 'lucide-react'
import { type MouseEvent, type ReactNode, useRef, useEffect, type RefObject, useCallback, useState } from 'react'
import type { StreamSource } from '#protocol/endpoints/live.ts'
import { classNames } from '#lib/class-names.ts'
import { playerText } from '#messages/zh/player.ts'
import { Controls, type ControlsExtent } from './Controls.tsx'
import { Cover } from './Cover.tsx'
import type { Picture, PlayerPreferences, PlayerState } from './player-state.ts'
import type { PlayerStats } from '#state/room/player-stats.ts'
import styles from './Player.module.css'
import { useControlsShown } from './use-controls-shown.ts'
import { useFullScreen } from './use-full-screen.ts'
import { useMediaSession } from './use-media-session.ts'
import { type SessionOutput, useSession } from './use-session.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Popover } from '#ui/overlay/Popover.tsx'
import { lazyPanel } from '#ui/state/lazy-part.tsx'
import type { SettingsContentProps, SourceContentProps } from './SettingsContent.tsx'

export interface PlayerProps {
  /** In the order in which they are tried; null while they are not loaded. */
  readonly sources: readonly StreamSource[] | null
  /** Requests the sources again; offered if there are none. */
  readonly onReload?: () => void
  readonly picture: Picture
  readonly title: string
  /** Name of the anchor and path of a portrait, for the system's media controls. */
  readonly artist?: string
  readonly artwork?: string
  /** Second line before the start: the start time. */
  readonly note?: string
  /** The match is in play, although no picture has begun: it has no stream. */
  readonly isInPlay?: boolean
  /** Content over the video below the controls: danmaku. */
  readonly overlay?: ReactNode
  readonly topLeft?: ReactNode
  readonly topRight?: ReactNode
  /** Content of the control bar before the settings: the danmaku switch. */
  readonly slot?: ReactNode
  /** Full screen shows the whole page, whose layout gives the screen to the picture; otherwise the player alone. */
  readonly isFullScreenOfPage?: boolean
  /** Initial volume and mute. */
  readonly preferences?: PlayerPreferences
  readonly onPreferences?: (preferences: PlayerPreferences) => void
  /**
   * Called about once per second while a source is connected, and at its first frame; null when none is connected or
   * the player is unmounted.
   */
  onStats?(stats: PlayerStats | null): void
  /** Called with width / height of the picture when they are known. */
  readonly onShape?: (ratio: number) => void
  /** Called when playback starts or stops, also by the removal of the player. */
  readonly onPlaying?: (isPlaying: boolean) => void
  readonly className?: string
}

const NO_SOURCES: readonly StreamSource[] = []

function offersSound({ silencedBy, video }: PlayerState): boolean {
  return silencedBy !== null && video === 'playing'
}

/** Asks for a press to start playback or sound. */
function Invitation({ state, session }: Pick<SessionOutput, 'state' | 'session'>) {
  if (state.needsStart) {
    return (
      <button
        type="button"
        className={styles.start}
        aria-label={playerText('start')}
        onClick={() => session?.togglePlay()}
      >
        <Play size={28} />
      </button>
    )
  }
  if (!offersSound(state)) return null
  return (
    <button type="button" className={styles.sound} data-sound-offer onClick={() => session?.toggleMute()}>
      <VolumeX size={16} />
      <span>{state.silencedBy === 'browser' ? playerText('turnSoundOn') : playerText('soundElsewhere')}</span>
    </button>
  )
}

function Corners({ topLeft, topRight }: Pick<PlayerProps, 'topLeft' | 'topRight'>) {
  return (
    <div className={styles.top}>
      <div className={styles.corner}>{topLeft}</div>
      <div className={styles.corner}>{topRight}</div>
    </div>
  )
}

function hasPicture({ video }: PlayerState): boolean {
  return video === 'playing' || video === 'stalled' || video === 'loading' || video === 'error'
}

/** An interrupted anchor returns soon, so the controls and their open menus stay. */
function extentOf(state: PlayerState, isFull: boolean): ControlsExtent {
  if (hasPicture(state) || state.video === 'interrupted') return 'all'
  return isFull ? 'full-screen' : 'none'
}

/** The live video with its controls. Public hook: `data-video` on the root element. */
export function Player(props: PlayerProps) {
  const { picture, title, note, overlay, topLeft, topRight, slot, className } = props
  const sources = props.sources ?? NO_SOURCES
  const root = useRef<HTMLElement>(null)
  const player = useSession(props)
  const { video, still, state, stats, session } = player
  const isPlaying = state.video === 'playing' && !state.isPaused
  const controls = useControlsShown(root, !isPlaying)
  const fullScreen = useFullScreen(root, video, props.isFullScreenOfPage ?? false)
  useAwake(isPlaying)
  useReport(isPlaying, props.onPlaying)
  const shape = usePictureShape(video, props.onShape)
  useMediaSession({
    title,
    artist: props.artist ?? '',
    artwork: props.artwork ?? '',
    isPlaying: hasPicture(state) ? !state.isPaused : null,
    session,
  })
  const onPress = usePresses(picture, session, controls, fullScreen)
  return (
    <section
      ref={root}
      className={classNames(styles.player, offersSound(state) && styles.offersSound, className)}
      aria-label={`${playerText('label')} ${title}`}
      data-video={state.video}
      data-paused={state.isPaused || undefined}
      data-fills={shape.fills || undefined}
      data-controls={controls.isShown ? 'shown' : 'hidden'}
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- live pictures come without captions */}
      <video ref={video} className={styles.video} playsInline disableRemotePlayback tabIndex={-1} aria-label={title} />
      <canvas ref={still} className={styles.still} hidden={!state.hasStill || picture !== 'live'} aria-hidden="true" />
      <div className={styles.surface} onClick={onPress} onDoubleClick={fullScreen.toggle} aria-hidden="true" />
      {overlay && <div className={styles.overlay}>{overlay}</div>}
      <Cover
        state={state}
        sources={sources}
        note={note}
        isInPlay={props.isInPlay ?? false}
        onRetry={sources.length > 0 ? () => session?.retry() : props.onReload}
        onSwitch={() => session?.switchSource()}
      />
      <Corners topLeft={topLeft} topRight={topRight} />
      <Invitation state={state} session={session} />
      <Controls
        extent={extentOf(state, fullScreen.isFull)}
        state={state}
        stats={stats}
        session={session}
        isFull={fullScreen.isFull}
        onFullScreen={fullScreen.toggle}
        slot={slot}
        source={<SourceChoice player={player} sources={sources} height={shape.height} />}
        settings={<PlayerSettings player={player} sources={sources} title={title} />}
      />
    </section>
  )
}

function useReport(isPlaying: boolean, report?: (isPlaying: boolean) => void): void {
  useEffect(() => {
    if (!isPlaying || !report) return
    report(true)
    return () => report(false)
  }, [isPlaying, report])
}

/**
 * Keeps the screen on while `isPlaying`. The browser releases the lock when the page is hidden; it is requested again
 * afterwards.
 */
function useAwake(isPlaying: boolean): void {
  useEffect(() => {
    if (!isPlaying || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let isOver = false
    const ask = async (): Promise<void> => {
      if (document.hidden) return
      const granted = await navigator.wakeLock.request('screen').catch(() => null)
      if (isOver) await granted?.release()
      else lock = granted
    }
    const onVisible = (): void => void ask()
    void ask()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', onVisible)
      void lock?.release()
    }
  }, [isPlaying])
}

/** Toggles picture-in-picture; null where it is not supported. */
function usePictureInPicture(video: RefObject<HTMLVideoElement | null>): (() => void) | null {
  const toggle = useCallback(() => {
    const isOpen = document.pictureInPictureElement === video.current && video.current !== null
    const change = isOpen ? document.exitPictureInPicture() : video.current?.requestPictureInPicture()
    change?.catch(() => undefined) // refused before the first frame: nothing to do
  }, [video])
  return document.pictureInPictureEnabled ? toggle : null
}

/** Keyboard shortcuts. Returns the handler of presses on the picture: a mouse toggles playback, a finger the controls. */
function usePresses(
  picture: Picture,
  session: SessionOutput['session'],
  controls: ReturnType<typeof useControlsShown>,
  fullScreen: ReturnType<typeof useFullScreen>,
): (event: MouseEvent) => void {
  useShortcuts(picture === 'live' || picture === 'interrupted', (shortcut) => {
    if (shortcut === 'play') session?.togglePlay()
    else if (shortcut === 'mute') session?.toggleMute()
    else fullScreen.toggle()
    controls.show()
  })
  return (event) => {
    const isTouch = event.nativeEvent instanceof window.PointerEvent && event.nativeEvent.pointerType === 'touch'
    if (!isTouch) session?.togglePlay()
    else if (controls.isShown) controls.hide()
    else controls.show()
  }
}

interface SourceChoiceProps {
  readonly player: SessionOutput
  readonly sources: readonly StreamSource[]
  /** Of the picture in pixels; null until it is known. */
  readonly height: number | null
}

/** Source and quality in words (线路一 · 1080p), and the choice of both, whose code is loaded on first use. */
function SourceChoice({ player, sources, height }: SourceChoiceProps) {
  const { state, session } = player
  const source = sources.find(({ id }) => id === state.sourceId)
  if (source === undefined) return null
  const isAutomatic = state.heights.length > 1 && state.quality === null
  const quality = isAutomatic
    ? playerText('automatic')
    : height === null
      ? null
      : playerText('height', { pixels: height })
  return (
    <Popover
      label={playerText('choice')}
      trigger={
        <button type="button" className={styles.choice}>
          <span className="visually-hidden">{`${playerText('choice')} `}</span>
          <span className={styles.source}>{source.name}</span>
          {quality !== null && <span className={styles.quality}>{quality}</span>}
        </button>
      }
    >
      <SourceContent
        state={state}
        sources={sources}
        height={height}
        onSource={(sourceId) => session?.selectSource(sourceId)}
        onQuality={(quality) => session?.setQuality(quality)}
      />
    </Popover>
  )
}

interface PictureShape {
  /** Of the video in pixels; null until it is known. */
  readonly height: number | null
  /** Picture and element have nearly the same shape. */
  readonly fills: boolean
}

/** Largest difference of the shapes of picture and element at which the picture is cut to fill the element. */
const MAX_CUT = 0.03

/** Shape of the picture in the video element. `onShape` is called with width / height of the picture. */
function usePictureShape(
  video: RefObject<HTMLVideoElement | null>,
  onShape: ((ratio: number) => void) | undefined,
): PictureShape {
  const [shape, setShape] = useState<PictureShape>({ height: null, fills: false })
  useEffect(() => {
    const element = video.current
    if (!element) return
    const measure = (): void => {
      const { videoWidth, videoHeight, clientWidth, clientHeight } = element
      const ratio = videoWidth / videoHeight
      const isKnown = videoHeight > 0 && clientHeight > 0
      const fills = isKnown && Math.abs(clientWidth / clientHeight / ratio - 1) <= MAX_CUT
      const height = videoHeight || null
      setShape((before) => (before.height === height && before.fills === fills ? before : { height, fills }))
      if (isKnown) onShape?.(ratio)
    }
    measure()
    element.addEventListener('resize', measure)
    const size = new ResizeObserver(measure)
    size.observe(element)
    return () => {
      element.removeEventListener('resize', measure)
      size.disconnect()
    }
  }, [video, onShape])
  return shape
}

interface PlayerSettingsProps {
  readonly player: SessionOutput
  readonly sources: readonly StreamSource[]
  readonly title: string
}

/** The settings of this player. */
function PlayerSettings({ player, sources, title }: PlayerSettingsProps) {
  const { video, state, stats, session } = player
  const onPictureInPicture = usePictureInPicture(video)
  return (
    <Popover
      label={playerText('settings')}
      trigger={<IconButton ground="video" icon={<Settings size={20} />} label={playerText('settings')} />}
    >
      <SettingsContent
        state={state}
        stats={stats}
        source={sources.find(({ id }) => id === state.sourceId)}
        onFlvEngine={(engine) => session?.setFlvEngine(engine)}
        title={title}
        onPictureInPicture={onPictureInPicture}
      />
    </Popover>
  )
}

const SourceContent = lazyPanel<SourceContentProps>(async () => (await import('./SettingsContent.tsx')).SourceContent)

const SettingsContent = lazyPanel<SettingsContentProps>(
  async () => (await import('./SettingsContent.tsx')).SettingsContent,
)
