import type { MatchEvent, EntryData, MatchPhase } from '#protocol/room/feed.ts'
import type { Handlers } from '../../http/context.ts'
import type { GiftPrice } from '../../wallet/ledger/gift-orders.ts'
import type { Bets } from '../../sports/bets.ts'
import { selectionId } from '#protocol/sports/market-keys.ts'
import type { RoomHub } from '../../rooms/hub.ts'
import type { Chat } from '../../rooms/say.ts'
import type { CrowdMember } from './audience.ts'
import { speakerFor } from './audience.ts'
import { chatLine } from './chatter.ts'
import { CrowdGifts } from './crowd-gifts.ts'
import type { MatchRoom } from './match-room.ts'
import { saying, stickerFor, withEmoji } from './expressions.ts'
import type { Random } from './random.ts'
import type { Schedule } from './schedule.ts'
import type { ContentKind } from '#protocol/endpoints/live.ts'
import type { Mood } from './phrases/phrase.ts'

/** Actions per second in a room of appeal 1 with the default crowd of 400. */
const ACTIONS_PER_SECOND = 5
const STANDARD_CROWD = 400
/** Share of actions that are gifts. */
const GIFTS_SHARE = 0.04
/** A goal multiplies the activity by this factor, which halves every {@link EXCITEMENT_HALF_LIFE_MS}. */
const GOAL_EXCITEMENT = 7
const EXCITEMENT_HALF_LIFE_MS = 5_000
/** Share of bets that are reverted while their message is still visible. */
const REVERTED_SHARE = 0.25
const REVERT_AFTER_MS = { min: 1_500, max: 6_000 }
/** Activity after the end of a match, relative to the match. */
const SHARE_AFTER_MATCH = 0.25
/** Activity and viewers before the kick-off, relative to the match. */
const SHARE_BEFORE_MATCH = 0.06
const SHARE_OF_VIEWERS_AFTER_MATCH = 0.08
/** Simulated viewers per member of the crowd in a room of appeal 1. */
const VIEWERS_PER_MEMBER = 28
/** Maximum change of the number of viewers per announcement. */
const MAX_VIEWER_CHANGE = 0.03

/** The part of the sportsbook that the crowd uses. */
export type CrowdBets = Pick<Bets, 'place' | 'cancel'>

interface CrowdServices {
  readonly rooms: Pick<RoomHub, 'room' | 'append' | 'listeners'> & { readonly chat: Pick<Chat, 'say'> }
  readonly calls: Pick<Handlers, 'gift.reward' | 'coin.buy'>
  /** Bets of the crowd, staked by the house. Absent: entries of bets that nobody has placed. */
  readonly bets?: CrowdBets
  readonly gifts: () => Promise<readonly GiftPrice[]>
  readonly audience: readonly CrowdMember[]
  readonly schedule: Schedule
  readonly random: Random
  readonly onError: (error: unknown) => void
}

/** Simulates the viewers of one room through the public calls. */
export class RoomCrowd {
  #excitement = 0
  #lastEvent: MatchEvent | null = null
  #counter = 0
  #viewers: number | null = null
  readonly #random: Random
  readonly #gifts: CrowdGifts
  /** Actions per second without excitement. */
  readonly #rate: number
  readonly #services: CrowdServices
  readonly #room: MatchRoom
  readonly #crowdSize: number

  constructor(services: CrowdServices, room: MatchRoom, crowdSize: number) {
    this.#services = services
    this.#room = room
    this.#crowdSize = crowdSize
    this.#random = services.random.fork(`crowd ${room.fixture.eid}`)
    this.#rate = ACTIONS_PER_SECOND * (crowdSize / STANDARD_CROWD) * room.fixture.appeal
    this.#gifts = new CrowdGifts(services, room.fixture, this.#random, this.#rate * GIFTS_SHARE * 3_600)
  }

  /**
   * Simulated viewers in addition to real ones, for the next announcement. The number moves at most
   * {@link MAX_VIEWER_CHANGE} per call towards the number that fits the phase, whatever happens in the match.
   */
  nextHeadcount(): number {
    const expected = this.#crowdSize * this.#room.fixture.appeal * VIEWERS_PER_MEMBER * this.#presence
    const wanted = expected * (0.98 + this.#random.next() * 0.04)
    if (this.#viewers === null) this.#viewers = wanted
    const most = Math.max(1, this.#viewers * MAX_VIEWER_CHANGE)
    this.#viewers += Math.max(-most, Math.min(most, (wanted - this.#viewers) * 0.2))
    return Math.round(this.#viewers)
  }

  /** Share of the viewers of a match who are present in this phase. */
  get #presence(): number {
    const { phase } = this.#room.state.clock
    return phase === 'before' ? SHARE_BEFORE_MATCH : phase === 'ended' ? SHARE_OF_VIEWERS_AFTER_MATCH : 1
  }

  react(event: MatchEvent): void {
    this.#lastEvent = event
    this.#excitement = event.type === 'goal' ? GOAL_EXCITEMENT : Math.max(this.#excitement, 1.5)
  }

  /** Performs the actions of the `elapsedMs` that end at `now`. */
  step(now: number, elapsedMs: number): void {
    this.#excitement *= 0.5 ** (elapsedMs / EXCITEMENT_HALF_LIFE_MS)
    const { phase } = this.#room.state.clock
    const share = phase === 'ended' ? SHARE_AFTER_MATCH : phase === 'before' ? SHARE_BEFORE_MATCH : 1
    const rate = this.#rate * share * (1 + this.#excitement)
    for (let left = this.#random.poisson((rate * elapsedMs) / 1000); left > 0; left -= 1) {
      // Spreads messages over the tick, so that they do not arrive in bursts.
      this.#services.schedule.at(now + this.#random.next() * elapsedMs, () => {
        this.#act(now)
      })
    }
  }

  get #hasEnded(): boolean {
    return this.#room.state.clock.phase === 'ended'
  }

  #act(now: number): void {
    const member = this.#random.pick(this.#services.audience)
    // After the end there is neither a bet nor an anchor who could receive a gift.
    const draw = this.#random.next() * (this.#hasEnded ? 0.92 : 1)
    const work =
      draw < 0.86
        ? this.#speak(member, now)
        : draw < 0.92
          ? this.#enter(member)
          : draw < 0.92 + GIFTS_SHARE
            ? this.#gifts.start(member, this.#nextId('g', now), now)
            : this.#bet(member, now)
    work.catch(this.#services.onError)
  }

  async #speak(member: CrowdMember, now: number): Promise<void> {
    const side = this.#random.chance(0.58) ? 'home' : 'away'
    const { fixture, state, onPitch } = this.#room
    const scene = {
      kind: fixture.kind,
      home: fixture.home,
      away: fixture.away,
      minute: this.#room.minute(now),
      homeScore: state.homeScore,
      guestScore: state.guestScore,
      ...(onPitch && { names: onPitch }),
    }
    const event = this.#excitement > 0.4 && !this.#hasEnded ? this.#lastEvent : null
    const mood = moodOf(this.#random, { kind: fixture.kind, phase: state.clock.phase, event }, side)
    const cid = this.#nextId('c', now)
    const sticker = stickerFor(this.#random, mood, fixture.kind)
    const text = withEmoji(this.#random, mood, fixture.kind, chatLine(this.#random, mood, scene, side))
    const message = { cid, ...saying(text, sticker) }
    const { rooms } = this.#services
    await rooms.chat.say(rooms.room(fixture.chatRoomNo), speakerFor(member, fixture.venueName, false), message)
  }

  async #enter(member: CrowdMember): Promise<void> {
    const text = `进入直播间，在${this.#random.pick(['北', '南', '东', '西'])}看台`
    const { chatRoomNo, venueName } = this.#room.fixture
    await this.#services.rooms.append(chatRoomNo, [
      { kind: 'welcome', data: { text }, author: { ...member.author, venueName } },
    ])
  }

  /** Places a bet at the sportsbook and shows it. A reverted one is cancelled, so each entry agrees with its bet. */
  async #bet(member: CrowdMember, now: number): Promise<void> {
    const wanted = betOf(this.#room, this.#random)
    if (!wanted) return
    const { chatRoomNo, venueName } = this.#room.fixture
    const { rooms, bets, schedule, onError } = this.#services
    const { order, selection } = wanted
    const placed = await bets?.place({
      memberId: member.memberId,
      currency: 'CNY',
      stake: this.#random.between(1, 50) * 10_00,
      legs: [{ selection, price: order.odds }],
      accept: 'any',
      idempotencyKey: this.#nextId('b', now),
      isCrowd: true,
    })
    // A suspended market takes no bets of the crowd either.
    if (placed && !placed.ok) return
    const author = { ...member.author, venueName }
    const data = { ...order, odds: placed?.data.bet.price ?? order.odds, selection }
    const [entry] = await rooms.append(chatRoomNo, [{ kind: 'order', data, author }])
    if (!entry || !this.#random.chance(REVERTED_SHARE)) return
    const revert = async (): Promise<void> => {
      if (placed && !(await bets?.cancel(placed.data.bet.betId, ''))) return
      await rooms.append(chatRoomNo, [{ kind: 'revert', data: { orderId: entry.id } }])
    }
    schedule.at(now + this.#random.between(REVERT_AFTER_MS.min, REVERT_AFTER_MS.max), () => {
      revert().catch(onError)
    })
  }

  #nextId(prefix: string, now: number): string {
    this.#counter += 1
    return `${prefix}-${this.#room.fixture.eid}-${now.toString(36)}-${this.#counter.toString(36)}`
  }
}

interface CrowdBet {
  readonly selection: string
  readonly order: EntryData['order']
}

/** A bet of the crowd on the full-time result at current odds; null without odds. */
function betOf(room: MatchRoom, random: Random): CrowdBet | null {
  const { fixture, state } = room
  if (!state.odds) return null
  const { home, draw, away } = state.odds
  const picks = [
    { outcome: 'home', itemName: `${fixture.home.name} 胜`, odds: home.value, teamLogo: fixture.home.crest },
    { outcome: 'away', itemName: `${fixture.away.name} 胜`, odds: away.value, teamLogo: fixture.away.crest },
    ...(draw ? [{ outcome: 'draw', itemName: '平局', odds: draw.value, teamLogo: '' }] : []),
  ]
  const { outcome, itemName, odds, teamLogo } = random.pick(picks)
  const score = `${state.homeScore}:${state.guestScore}`
  return {
    selection: selectionId({ matchId: fixture.matchId, kind: 'winner', line: 0 }, outcome),
    order: { message: { categoryName: '全场独赢', itemName, score, teamLogo }, odds },
  }
}

interface Occasion {
  readonly kind: ContentKind
  readonly phase: MatchPhase
  /** The latest event; null when its effect is over. */
  readonly event: MatchEvent | null
}

/** Returns what a supporter talks about. */
function moodOf(random: Random, { kind, phase, event }: Occasion, side: 'home' | 'away'): Mood {
  if (kind === 'anchor') return random.chance(0.6) ? 'talk' : 'banter'
  if (event && random.chance(0.8)) return moodOfEvent(event, side)
  switch (phase) {
    case 'before':
      return random.chance(0.6) ? 'before' : 'banter'
    case 'half-time':
      return random.chance(0.5) ? 'break' : 'banter'
    case 'ended':
      return 'ended'
    case 'first-half':
    case 'second-half':
      return random.pick(['open', 'open', 'attack', 'defence', 'banter', 'banter', 'question'])
  }
}

/** The reaction to an event from the view of one side. */
function moodOfEvent(event: MatchEvent, side: 'home' | 'away'): Mood {
  if (event.type === 'goal') return event.side === side ? 'goal-for' : 'goal-against'
  return event.type === 'yellow-card' || event.type === 'red-card' ? 'card' : 'banter'
}
