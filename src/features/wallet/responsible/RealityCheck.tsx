import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { responsibleText } from '#messages/zh/responsible.ts'
import { notifyPlayChange } from '#state/data/content-changes.ts'
import { isCheckWantedAtom, memberAtom } from '#state/session/session.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { useIsDialogOpen } from '#ui/overlay/open-dialogs.ts'
import { toast } from '#ui/overlay/toast-manager.ts'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { Amount, HideAmounts } from '../Amount.tsx'
import { BreakDialog } from './BreakPanel.tsx'
import { type PlayTime, type PlayTimeWatch, watchPlayTime } from './play-time.ts'
import styles from './responsible.module.css'
import { minutesText, secondsText } from './use-responsible.ts'

/** The check that is due, or null, and whether a call was refused for it. Reports the use of the site meanwhile. */
function useDueCheck(userId: string | null) {
  const watch = useRef<PlayTimeWatch | null>(null)
  const [due, setDue] = useState<PlayTime | null>(null)
  const [isWanted, setWanted] = useAtom(isCheckWantedAtom)
  useEffect(() => {
    if (userId === null) return
    const take = timeTaker(setDue)
    const watching = watchPlayTime(userId, (time) => {
      if (time?.isCheckDue !== true) setWanted(false)
      take(time)
    })
    watch.current = watching
    return () => {
      watching.stop()
      setDue(null)
      setWanted(false)
    }
  }, [userId, setWanted])
  useEffect(() => {
    if (isWanted) watch.current?.report()
  }, [isWanted])
  return { due, isWanted, setWanted, answer: (seconds: number) => watch.current?.answer(seconds) }
}

/**
 * The reality check (Annex I): after each interval of use, the time and the results of the day. It waits until no other
 * window is open and has to be answered.
 */
export function RealityCheck() {
  const userId = useAtomValue(memberAtom)?.userId ?? null
  const navigate = useNavigate()
  const { due, isWanted, setWanted, answer: send } = useDueCheck(userId)
  const [shown, setShown] = useState<PlayTime | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [isResting, setResting] = useState(false)
  const isCovered = useIsDialogOpen()
  useEffect(() => {
    if (isOpen) setWanted(false)
  }, [isOpen, setWanted])

  // Figures of an open dialog follow the reports. A check that a call was refused for does not wait for other windows.
  if (due !== null && due !== shown && (isOpen || !isCovered || isWanted)) {
    setShown(due)
    setOpen(true)
  }
  if (due === null && isOpen) setOpen(false)

  const answer = (then: () => void) => () => {
    if (shown !== null) send(shown.seconds)
    then()
  }
  return (
    <>
      <Dialog
        isOpen={isOpen}
        // Neither Escape nor Back is an answer.
        onOpenChange={() => undefined}
        isQuestion
        isUnprompted
        title={responsibleText('check.dialog', { time: secondsText(shown?.seconds ?? 0) })}
        description={responsibleText('check.dialogText')}
        actions={
          <>
            <Button onClick={answer(() => void navigate('/app/wallet/records'))}>
              {responsibleText('check.records')}
            </Button>
            <Button onClick={answer(() => undefined)}>{responsibleText('check.goOn')}</Button>
            <Button kind="primary" onClick={answer(() => setResting(true))}>
              {responsibleText('check.rest')}
            </Button>
          </>
        }
      >
        {shown !== null && <Figures time={shown} />}
      </Dialog>
      <BreakDialog isOpen={isResting} onClose={() => setResting(false)} />
    </>
  )
}

/** Takes reports over: a check that is due, and once that the time of a session limit is used up. */
function timeTaker(setDue: (due: PlayTime | null) => void): (time: PlayTime | null) => void {
  let wasOver = false
  let wasDue = false
  return (time) => {
    const [isDue, isOver] = [time?.isCheckDue === true, time === null ? wasOver : time.remaining === 0]
    setDue(isDue ? time : null)
    if (isOver && !wasOver) toast({ text: responsibleText('session.over'), tone: 'warn', id: 'session-limit' })
    if (isDue !== wasDue || isOver !== wasOver) notifyPlayChange()
    ;[wasDue, wasOver] = [isDue, isOver]
  }
}

function Figures({ time }: { readonly time: PlayTime }) {
  const { seconds, staked, won, net, remaining } = time
  return (
    <>
      <Facts className={styles.figures}>
        <Fact name={responsibleText('check.time')}>{secondsText(seconds)}</Fact>
        <Fact name={responsibleText('check.staked')}>
          <Amount value={staked} currency="CNY" />
        </Fact>
        <Fact name={responsibleText('check.won')}>
          <Amount value={won} currency="CNY" />
        </Fact>
        <Fact name={responsibleText('check.net')}>
          <Amount value={net} currency="CNY" withPlus />
        </Fact>
        {remaining !== null && <Fact name={responsibleText('check.left')}>{minutesText(remaining)}</Fact>}
      </Facts>
      <HideAmounts />
    </>
  )
}
