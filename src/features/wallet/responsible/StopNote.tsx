import { useSetAtom } from 'jotai'
import { Hourglass } from 'lucide-react'
import { Link } from 'react-router-dom'
import { CODES } from '#protocol/codes.ts'
import type { PlayAction, PlayStop } from '#protocol/wallet/play-stop.ts'
import { playStopText } from '#messages/zh/play-stop.ts'
import { stopEffect, stopEnd, stopTitle } from '#lib/play-stop-text.ts'
import { isCheckWantedAtom } from '#state/session/session.ts'
import { serverNow } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { Notice } from '#ui/state/Notice.tsx'

interface StopNoteProps {
  readonly stop: PlayStop
  readonly action: PlayAction
  readonly hasLink?: boolean
}

/** What stops the actions of a screen, until when, and what it does (I9, I10). */
export function StopNote({ stop, action, hasLink = false }: StopNoteProps) {
  const setWanted = useSetAtom(isCheckWantedAtom)
  return (
    <Notice icon={Hourglass} title={stopTitle(stop)} text={stopEnd(stop, serverNow())} note={stopEffect(stop, action)}>
      {stop.code === CODES.RG_CHECK_DUE ? (
        <Button size="small" onClick={() => setWanted(true)}>
          {playStopText('answer')}
        </Button>
      ) : (
        hasLink && <Link to="/app/responsible">{playStopText('about')}</Link>
      )}
    </Notice>
  )
}
