import { useAtomValue, useStore } from 'jotai'
import { useCallback, useEffect, useState, useMemo } from 'react'
import { GIFT_COUNT_MAX } from '#protocol/constants.ts'
import type { Gift } from '#protocol/endpoints/gift.ts'
import { balanceAtom, loadCoins, reserveCoins, settleCoins } from '#state/session/coins.ts'
import { saveDraft, readDraft } from '#state/room/room-draft.ts'
import { memberAtom } from '#state/session/session.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { type ServerData, useServerData } from '#state/data/use-server-data.ts'
import { GiftSender, type Posting } from './gift-sender.ts'
import { affordable, costNow, needsPause } from './spending.ts'
import { CODES, PLAY_STOP_CODES } from '#protocol/codes.ts'
import type { PlayStop } from '#protocol/wallet/play-stop.ts'
import { usePlayStop } from '#state/session/play-stop.ts'
import { formatCount } from '#lib/format.ts'
import { randomId } from '#lib/random-id.ts'
import { roomText } from '#messages/zh/room.ts'
import { giftRefused, giftTapped, giftTraysAtom } from '#state/effects/gift-trays.ts'
import { call, onNotice, serverNow } from '#transport/client.ts'
import { toast } from '#ui/overlay/toast-manager.ts'

/** State and actions of the gift rail, panel, sheet and dialogs. */
export interface GiftController {
  readonly list: Pick<ServerData<unknown>, 'isLoading' | 'failure' | 'retry'>
  readonly gifts: readonly Gift[]
  /** The server offers no gifts now. */
  readonly isEmpty: boolean
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
  readonly gift: Gift | null
  readonly choose: (gift: Gift) => void
  readonly count: number
  readonly setCount: (count: number) => void
  /** Cost of the current selection in coins. */
  readonly total: number
  /** Null for visitors and while it is unknown. */
  readonly balance: number | null
  /** Missing coins for the current selection. */
  readonly short: number
  /** How many of the selected gift the balance pays. */
  readonly most: number
  /** Missing coins for a refused posting or, without one, for the current selection. */
  readonly missing: number
  readonly isVisitor: boolean
  /** What stops gifts while the panel is open; null if nothing does. */
  readonly stop: PlayStop | null
  readonly send: () => void
  /** Coins sent in this visit, while the viewer is asked whether to continue; otherwise null. */
  readonly pausedAt: number | null
  /** Cost of the gift that the question is about. */
  readonly askedCost: number
  readonly resolvePause: (continues: boolean) => void
  readonly isBuying: boolean
  readonly setBuying: (isBuying: boolean) => void
  readonly isHistoryOpen: boolean
  readonly setHistoryOpen: (isOpen: boolean) => void
  /** Opens the history in place of the sheet, which returns when it is closed. */
  readonly openHistoryFromSheet: () => void
  /** The last gift, while it can be sent again with one press. */
  readonly combo: Combo | null
  readonly sendAgain: () => void
  readonly endCombo: () => void
}

/** A gift that was sent in this visit, with the selected count. */
interface GiftOrder {
  readonly gift: Gift
  readonly count: number
}

interface Combo extends GiftOrder {
  /** Number of this gift that was sent in the combo. */
  readonly sent: number
  /** Changes with each press. */
  readonly presses: number
}

const ACTIVE = '1'

interface GiftOptions {
  readonly chatRoomNo: string
  readonly anchorRoomId: string
  /** A visitor pressed send. The selection is stored in the draft. */
  readonly onSignIn: () => void
}

/** Selects and sends gifts. The selection and the open panel survive signing in; a reload restores one gift. */
// oxlint-disable-next-line max-lines-per-function, complexity -- selection, dialogs and posting are one state
export function useGifts({ chatRoomNo, anchorRoomId, onSignIn }: GiftOptions): GiftController {
  const list = useServerData('gift.list', {})
  const gifts = list.data?.list.filter((gift) => gift.status === ACTIVE) ?? []
  const [draft] = useState(() => readDraft(chatRoomNo).gift)
  const [isOpen, setOpen] = useState(draft !== null)
  const [giftId, setGiftId] = useState<number | null>(draft?.giftId ?? null)
  const [count, setCount] = useState(draft?.count ?? 1)
  const [sent, setSent] = useState(0)
  const [asked, setAsked] = useState<GiftOrder | null>(null)
  const [combo, setCombo] = useState<Combo | null>(null)
  const [isBuying, setBuying] = useState(false)
  // The first posting refused for lack of coins, while the dialog is open. Postings queued behind it are refused too.
  const [shortOf, setShortOf] = useState<Posting | null>(null)
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const [returnsToSheet, setReturnsToSheet] = useState(false)
  const isVisitor = useAtomValue(memberAtom) === null
  // After signing out, perhaps in another tab, it must not reopen for the next member.
  if (isVisitor && isHistoryOpen) setHistoryOpen(false)
  if (isVisitor && combo !== null) setCombo(null)
  const balance = useAtomValue(balanceAtom)
  const { giftPauseCoins } = useAtomValue(uiPreferencesAtom)
  const onShort = useCallback((posting: Posting) => {
    setShortOf((before) => before ?? posting)
    setBuying(true)
  }, [])
  const onRefused = useCallback((refused: number) => setSent((coins) => coins - refused), [setSent])
  const sender = useGiftSender(anchorRoomId, { onShort, onRefused, onStaleList: list.retry })

  const gift = gifts.find((other) => other.giftId === giftId) ?? gifts[0] ?? null
  const total = (gift?.giftPrice ?? 0) * count
  const missingFor = (cost: number) => (balance === null ? 0 : Math.max(0, cost - balance))
  const short = missingFor(total)
  const chosenId = gift?.giftId
  const stop = usePlayStop('gift', isOpen)

  useEffect(() => {
    if (chosenId === undefined) return
    saveDraft(chatRoomNo, { gift: isOpen ? { giftId: chosenId, count } : null })
  }, [chatRoomNo, isOpen, chosenId, count])

  const sendNow = (order: GiftOrder) => {
    setSent((coins) => coins + order.gift.giftPrice * order.count)
    sender.tap(order.gift, order.count)
    setCombo((before) => {
      const isSame = before?.gift.giftId === order.gift.giftId
      return { ...order, sent: (isSame ? before.sent : 0) + order.count, presses: (before?.presses ?? 0) + 1 }
    })
  }
  const trySend = (order: GiftOrder) => {
    const cost = order.gift.giftPrice * order.count
    if (isVisitor) onSignIn()
    else if (missingFor(cost) > 0) setBuying(true)
    else if (needsPause(sent, cost, giftPauseCoins)) setAsked(order)
    else sendNow(order)
  }

  return {
    list,
    gifts,
    isEmpty: list.data !== null && gifts.length === 0,
    isOpen,
    setOpen,
    gift,
    choose(next) {
      if (next.giftId !== gift?.giftId) setCount(1)
      setGiftId(next.giftId)
      setOpen(true)
    },
    count,
    setCount: (next) => setCount(Math.min(GIFT_COUNT_MAX, Math.max(1, Math.trunc(next)))),
    total,
    balance,
    short,
    most: gift === null ? 0 : affordable(balance ?? 0, gift.giftPrice),
    missing: shortOf ? missingFor(costNow(shortOf, gifts)) : short,
    isVisitor,
    stop,
    send() {
      if (gift !== null) trySend({ gift, count })
    },
    pausedAt: asked === null ? null : sent,
    askedCost: asked === null ? 0 : asked.gift.giftPrice * asked.count,
    resolvePause(continues) {
      // The dialog can still be pressed during its exit animation.
      if (asked === null) return
      setAsked(null)
      if (continues) sendNow(asked)
      else setOpen(false)
    },
    isBuying,
    setBuying(isOpen) {
      setBuying(isOpen)
      if (!isOpen) setShortOf(null)
    },
    isHistoryOpen,
    setHistoryOpen(isHistory) {
      setHistoryOpen(isHistory)
      if (isHistory) return
      if (returnsToSheet) setOpen(true)
      setReturnsToSheet(false)
    },
    openHistoryFromSheet() {
      setReturnsToSheet(true)
      setOpen(false)
      setHistoryOpen(true)
    },
    combo,
    sendAgain() {
      if (combo !== null) trySend(combo)
    },
    endCombo: () => setCombo(null),
  }
}

/** Callbacks for the outcome of a posting. They must be stable between renders. */
interface GiftOutcomes {
  /** Coins were missing for the posting, at the server's prices, which may differ from the displayed ones. */
  readonly onShort: (posting: Posting) => void
  /** A posting of `total` coins, by the displayed price, was not booked. */
  readonly onRefused: (total: number) => void
  /** The displayed gifts and prices may be outdated. */
  readonly onStaleList: () => void
}

/** Refusals because of an outdated list: a raised price, a gift that is no longer offered. */
const STALE_LIST_CODES: ReadonlySet<number> = new Set([CODES.BALANCE_NOT_ENOUGH, CODES.NOT_FOUND, CODES.GIFT_OFF])

/**
 * The gift sender of an anchor room, connected to trays, coins and toasts. Posts pending taps when the page is hidden.
 */
// oxlint-disable-next-line max-lines-per-function -- all callbacks of the sender in one place
function useGiftSender(anchorRoomId: string, outcomes: GiftOutcomes): GiftSender {
  const store = useStore()
  const { onShort, onRefused, onStaleList } = outcomes
  const sender = useMemo(
    () =>
      new GiftSender(anchorRoomId, {
        reward: (params, posting) => call('gift.reward', params, posting),
        memberId: () => store.get(memberAtom)?.userId ?? '',
        now: () => serverNow(),
        setTimer(task, delayMs) {
          const timer = setTimeout(task, delayMs)
          return () => clearTimeout(timer)
        },
        newId: randomId,
        onTapped(gift, comboId, count) {
          const member = store.get(memberAtom)
          const { giftId, giftName, giftIconWeb } = gift
          const start = {
            comboId,
            giftId,
            giftName,
            giftIcon: giftIconWeb,
            userId: member?.userId ?? '',
            memberName: member?.nickname ?? '',
            isMine: true,
          }
          store.set(giftTraysAtom, (trays) => giftTapped(trays, start, count, serverNow()))
          reserveCoins(gift.giftPrice * count)
        },
        onPosted({ memberId, total, count, gift }, response) {
          settleCoins(memberId, total, response.balance)
          if (response.total === total) return
          const charged = { count, gift: gift.giftName, total: formatCount(response.total) }
          toast({ text: roomText('gift.otherPrice', charged), tone: 'warn' })
          onStaleList()
        },
        onRefused(posting, failure) {
          const { memberId, total, comboId, count, gift } = posting
          store.set(giftTraysAtom, (trays) => giftRefused(trays, comboId, count, serverNow()))
          settleCoins(memberId, total, null)
          onRefused(total)
          void loadCoins()
          if (STALE_LIST_CODES.has(failure.code)) onStaleList()
          if (failure.code === CODES.BALANCE_NOT_ENOUGH) onShort(posting)
          // A refusal of a limit or an exclusion has a dialog.
          else if (!PLAY_STOP_CODES.includes(failure.code))
            toast({
              text: `${roomText('gift.failed', { count, gift: gift.giftName })}：${failure.message}`,
              tone: 'danger',
            })
        },
        onUnsure: ({ gift, key }) =>
          toast({ text: roomText('gift.unsure', { gift: gift.giftName }), tone: 'wait', id: `gift-${key}` }),
      }),
    [anchorRoomId, store, onShort, onRefused, onStaleList],
  )

  useEffect(() => {
    const flush = () => sender.flush()
    window.addEventListener('pagehide', flush)
    const stop = onNotice((notice) => {
      if (notice.type === 'settled') sender.settle(notice.idempotencyKey, notice.result)
    })
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
      // Open postings are settled after the room is left, because their coins are reserved until then.
      sender.whenSettled(stop)
    }
  }, [sender])
  return sender
}
