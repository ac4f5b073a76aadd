import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FrameMessage, FrameRound, PageMessage } from '#protocol/games/frame-messages.ts'
import { type EGame, stakesIn } from '#protocol/games/round.ts'
import { rulesOf } from '#protocol/games/rules.ts'
import { noteFrameInput } from '#lib/frame-input.ts'
import { FrameChannel } from './frame-channel.ts'
import type { RoundOutcome, Rounds } from './rounds.ts'

/** Interval of health probes of the frame, and the silence after which it counts as dead. */
const PING_MS = 5_000
export const SILENCE_MS = 30_000
/** A result that the frame has not shown after this time is shown in the bar nevertheless. */
const SHOW_MS = 12_000

export type FrameState = 'loading' | 'ready' | 'failed' | 'misused'

/** Look of the page, which the frame takes over. */
type Look = Pick<Extract<PageMessage, { type: 'init' }>, 'currency' | 'skin' | 'layout' | 'language' | 'isDemo'>

export interface Game {
  readonly frame: RefObject<HTMLIFrameElement | null>
  /** Key of the frame: another one opens it again. */
  readonly visit: number
  readonly state: FrameState
  /** Null until it is known. Without the payout of a round whose result the frame does not show yet. */
  readonly balance: number | null
  /** Balance at the venue, with that payout; null until it is known. */
  readonly venueBalance: number | null
  /** Payouts minus stakes since the page was opened. */
  readonly net: number
  /** The last round that has ended. */
  readonly lastRoundId: string | null
  readonly reopen: () => void
}

interface Account {
  /** Null until it is known. */
  readonly venueBalance: number | null
  /** Payout that the frame does not show yet. It is part of the balance, but not of `net`. */
  readonly hidden: number
  readonly net: number
}

/** Balance and net position. A payout counts once the frame shows it, so that the bar does not tell the result before. */
function useAccount() {
  const [account, setAccount] = useState<Account>({ venueBalance: null, hidden: 0, net: 0 })
  /** Stake of the round that has not ended. */
  const staked = useRef(0)
  const timer = useRef(0)
  const reveal = () => {
    window.clearTimeout(timer.current)
    setAccount((before) => ({ ...before, hidden: 0, net: before.net + before.hidden }))
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const put = (venueBalance: number, round: Pick<FrameRound, 'payout' | 'pool' | 'staked'>) => {
    const { payout, pool } = round
    const cost = round.staked - staked.current
    staked.current = payout === null ? round.staked : 0
    reveal()
    setAccount(({ net }) => ({ venueBalance, hidden: (payout ?? 0) + pool, net: net - cost }))
    if (payout !== null) timer.current = window.setTimeout(reveal, SHOW_MS)
  }
  const open = (venueBalance: number, stake: number) => {
    staked.current = stake
    setAccount((before) => ({ ...before, venueBalance }))
  }
  const { venueBalance, hidden, net } = account
  return { balance: venueBalance === null ? null : venueBalance - hidden, venueBalance, net, put, reveal, open }
}

type SetState = (state: FrameState) => void

/** Receives the messages of the frame. */
function useMessages(
  frame: RefObject<HTMLIFrameElement | null>,
  onMessage: (message: FrameMessage) => void,
  setState: SetState,
): void {
  const take = useEffectEvent(onMessage)
  useEffect(() => {
    const newChannel = () =>
      new FrameChannel({ onMessage: (message) => take(message), onMisuse: () => setState('misused') })
    let channel = newChannel()
    let shown = frame.current
    const receive = (event: MessageEvent) => {
      // A frame that was opened again has limits of its own.
      if (shown !== frame.current) channel = newChannel()
      shown = frame.current
      channel.receive(event, shown?.contentWindow ?? null)
    }
    window.addEventListener('message', receive)
    return () => window.removeEventListener('message', receive)
  }, [frame, setState])
}

/** Gives the frame up if it is silent for 30 s while the page is visible. Returns the function that notes a sign of life. */
function useSignsOfLife(handlers: { readonly onPing: () => void; readonly onSilence: () => void }): () => void {
  const lastSeen = useRef(0)
  const ping = useEffectEvent(handlers.onPing)
  const onSilence = useEffectEvent(handlers.onSilence)
  useEffect(() => {
    lastSeen.current = performance.now()
    const timer = window.setInterval(() => {
      if (document.hidden) lastSeen.current = performance.now()
      else if (performance.now() - lastSeen.current > SILENCE_MS) onSilence()
      else ping()
    }, PING_MS)
    return () => window.clearInterval(timer)
  }, [])
  return () => {
    lastSeen.current = performance.now()
  }
}

/** Tells a ready frame whether the member can play: the member may have been stopped before it became ready. */
function usePlayState(state: FrameState, canPlay: boolean, post: (message: PageMessage) => void): void {
  const tell = useEffectEvent(post)
  useEffect(() => {
    if (state === 'ready') tell({ type: 'state', canPlay })
  }, [state, canPlay])
}

/** Runs a game in a frame: messages of the frame become rounds. Rounds are on the server, so a frame can be opened again. */
export function useGame(game: EGame, rounds: Rounds, look: Look, canPlay: boolean): Game {
  const frame = useRef<HTMLIFrameElement | null>(null)
  const [visit, setVisit] = useState(0)
  const [state, setState] = useState<FrameState>('loading')
  const [lastRoundId, setLastRoundId] = useState<string | null>(null)
  const account = useAccount()
  /** The call of the round that is made now. */
  const running = useRef<Promise<void> | null>(null)

  const post = (message: PageMessage) => frame.current?.contentWindow?.postMessage(JSON.stringify(message), '*')
  const noteLife = useSignsOfLife({
    onPing: () => state === 'ready' && post({ type: 'ping' }),
    onSilence: () => state !== 'misused' && setState('failed'),
  })
  const isSame = (window: Window | null | undefined) => window !== null && frame.current?.contentWindow === window

  const begin = async () => {
    const opened = frame.current?.contentWindow
    // A frame that starts again during a call gets the round after it.
    await running.current
    if (!isSame(opened)) return
    const found = await rounds.open()
    if (!isSame(opened)) return
    if ('text' in found) return setState('failed')
    account.open(found.balance, found.round?.staked ?? 0)
    setState('ready')
    post({ type: 'init', game, ...look, stake: stakesIn(look.currency, rulesOf(game).stake), round: found.round })
    post({ type: 'state', canPlay })
  }
  const finish = (outcome: RoundOutcome, opened: Window | null | undefined) => {
    running.current = null
    if (outcome.ok) {
      account.put(outcome.balance, outcome.round)
      if (outcome.round.payout !== null) setLastRoundId(outcome.roundId)
    }
    if (!isSame(opened)) return
    if (!outcome.ok && outcome.isStale === true) return setState('failed')
    post(outcome.ok ? { type: 'round', round: outcome.round } : { type: 'refused', text: outcome.text })
  }
  const take = async (message: FrameMessage) => {
    noteLife()
    if (message.type === 'ready') return begin()
    if (message.type === 'shown') return account.reveal()
    // One call at a time: a frame that sends more is ignored.
    if (message.type === 'pong' || running.current) return
    if (!canPlay) return post({ type: 'refused', text: '' })
    noteFrameInput()
    const opened = frame.current?.contentWindow
    running.current = (
      message.type === 'start' ? rounds.start(message.stake, message.options) : rounds.move(message.step, message.move)
    ).then((outcome) => finish(outcome, opened))
    await running.current
  }

  usePlayState(state, canPlay, post)
  useMessages(frame, (message) => void take(message), setState)

  const reopen = () => {
    account.reveal()
    noteLife()
    setState('loading')
    setVisit((before) => before + 1)
  }
  const { balance, venueBalance, net } = account
  return { frame, visit, state, balance, venueBalance, net, lastRoundId, reopen }
}
