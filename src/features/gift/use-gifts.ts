import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useState } from 'react'
import { GIFT_COUNT_MAX } from '#protocol/constants.ts'
import type { Gift } from '#protocol/endpoints/gift.ts'
import { balanceAtom } from '#state/session/coins.ts'
import { saveDraft, readDraft } from '#state/room/room-draft.ts'
import { memberAtom } from '#state/session/session.ts'
import type { ServerData } from '#state/data/use-server-data.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import type { Posting } from './gift-sender.ts'
import { costNow, needsPause } from './spending.ts'
import { useGiftSender } from './use-gift-sender.ts'

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
  /** Missing coins for a refused posting or, without one, for the current selection. */
  readonly missing: number
  readonly isVisitor: boolean
  readonly send: () => void
  /** Coins sent in this visit, while the viewer is asked whether to continue; otherwise null. */
  readonly pausedAt: number | null
  readonly resolvePause: (continues: boolean) => void
  readonly isBuying: boolean
  readonly setBuying: (isBuying: boolean) => void
  readonly isHistoryOpen: boolean
  readonly setHistoryOpen: (isOpen: boolean) => void
}

const ACTIVE = '1'

export interface GiftOptions {
  readonly chatRoomNo: string
  readonly anchorRoomId: string
  /** A visitor pressed send. The selection is stored in the draft. */
  readonly onSignIn: () => void
}

/** Selects and sends gifts. The selection and the open panel survive signing in. */
// oxlint-disable-next-line max-lines-per-function, complexity -- selection, dialogs and posting are one state
export function useGifts({ chatRoomNo, anchorRoomId, onSignIn }: GiftOptions): GiftController {
  const list = useServerData('gift.list', NO_PARAMS)
  const gifts = list.data?.list.filter((gift) => gift.status === ACTIVE) ?? []
  const [draft] = useState(() => readDraft(chatRoomNo).gift)
  const [isOpen, setOpen] = useState(draft !== null)
  const [giftId, setGiftId] = useState<number | null>(draft?.giftId ?? null)
  const [count, setCount] = useState(draft?.count ?? 1)
  const [sent, setSent] = useState(0)
  const [isAsking, setAsking] = useState(false)
  const [isBuying, setBuying] = useState(false)
  // The first posting refused for lack of coins, while the dialog is open. Postings queued behind it are refused too.
  const [shortOf, setShortOf] = useState<Posting | null>(null)
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const isVisitor = useAtomValue(memberAtom) === null
  // After signing out, perhaps in another tab, it must not reopen for the next member.
  if (isVisitor && isHistoryOpen) setHistoryOpen(false)
  const balance = useAtomValue(balanceAtom)
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

  useEffect(() => {
    if (chosenId === undefined) return
    saveDraft(chatRoomNo, { gift: isOpen ? { giftId: chosenId, count } : null })
  }, [chatRoomNo, isOpen, chosenId, count])

  const sendNow = () => {
    if (gift === null) return
    setSent((coins) => coins + total)
    sender.tap(gift, count)
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
    missing: shortOf ? missingFor(costNow(shortOf, gifts)) : short,
    isVisitor,
    send() {
      if (gift === null) return
      if (isVisitor) onSignIn()
      else if (short > 0) setBuying(true)
      else if (needsPause(sent, total)) setAsking(true)
      else sendNow()
    },
    pausedAt: isAsking ? sent : null,
    resolvePause(continues) {
      // The dialog can still be pressed during its exit animation.
      if (!isAsking) return
      setAsking(false)
      if (continues) sendNow()
      else setOpen(false)
    },
    isBuying,
    setBuying(isOpen) {
      setBuying(isOpen)
      if (!isOpen) setShortOf(null)
    },
    isHistoryOpen,
    setHistoryOpen,
  }
}

const NO_PARAMS = {}
