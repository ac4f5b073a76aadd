import { COVER_MAX_CHARACTERS, COVER_SIZE } from '#protocol/console/constants.ts'
import type { LiveRoomDetail } from '#protocol/console/rooms.ts'
import { useId, useState } from 'react'
import { roomsText } from '#messages/zh/console/rooms.ts'
import { consoleCall } from '../client.ts'
import { base64Of, drawPicture } from '../draw-picture.ts'
import styles from '../pages/LiveRoomPage.module.css'
import { ActDialog, type DialogProps } from './ActDialog.tsx'

const FORMAT = { ...COVER_SIZE, maxCharacters: COVER_MAX_CHARACTERS }

interface CoverDialogProps extends DialogProps {
  readonly room: LiveRoomDetail
}

/** Cuts a chosen picture to the size of covers and shows it before it is sent. */
export function CoverDialog({ room, ...handlers }: CoverDialogProps) {
  const id = useId()
  const [picture, setPicture] = useState<string | null>(null)
  const [isBad, setBad] = useState(false)
  const choose = async (file: File | undefined) => {
    if (!file) return
    const drawn = await drawPicture(file, FORMAT)
    setPicture(drawn)
    setBad(drawn === null)
  }
  const run = () => {
    const { id: roomId, version } = room
    return consoleCall('room.setCover', { id: roomId, version, picture: picture === null ? null : base64Of(picture) })
  }
  return (
    <ActDialog
      title={roomsText('room.setCover')}
      description={roomsText('room.coverLead', COVER_SIZE)}
      isReady={picture !== null}
      {...handlers}
      act={run}
    >
      <label htmlFor={id}>{roomsText('room.choose')}</label>
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        onChange={(event) => void choose(event.currentTarget.files?.[0])}
      />
      {isBad && <p role="alert">{roomsText('room.badPicture')}</p>}
      {picture !== null && (
        <img className={styles.cover} src={picture} alt={roomsText('room.coverOf', { title: room.title })} />
      )}
    </ActDialog>
  )
}
