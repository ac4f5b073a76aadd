import { COVER_MAX_CHARACTERS, COVER_SIZE } from '#protocol/console/constants.ts'
import type { LiveRoomDetail } from '#protocol/console/rooms.ts'
import { useId, useState } from 'react'
import { crt } from '#lib/messages/console-rooms.ts'
import { consoleCall } from '../client.ts'
import styles from '../pages/LiveRoomPage.module.css'
import { ActDialog } from './ActDialog.tsx'

/** Qualities to try until the picture is small enough. */
const QUALITIES = [0.85, 0.7, 0.5, 0.3]

interface CoverDialogProps {
  readonly room: LiveRoomDetail
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** Cuts a chosen picture to the size of covers and shows it before it is sent. */
export function CoverDialog({ room, ...handlers }: CoverDialogProps) {
  const id = useId()
  const [picture, setPicture] = useState<string | null>(null)
  const [isBad, setBad] = useState(false)
  const choose = async (file: File | undefined) => {
    if (!file) return
    const drawn = await drawCover(file).catch(() => null)
    setPicture(drawn)
    setBad(drawn === null)
  }
  const run = () => {
    const { id: roomId, version } = room
    return consoleCall('room.setCover', { id: roomId, version, picture: picture?.split(',')[1] ?? null })
  }
  return (
    <ActDialog
      title={crt('room.setCover')}
      description={crt('room.coverLead', COVER_SIZE)}
      submitLabel={crt('room.setCover')}
      isReady={picture !== null}
      {...handlers}
      act={run}
    >
      <label htmlFor={id}>{crt('room.choose')}</label>
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        onChange={(event) => void choose(event.currentTarget.files?.[0])}
      />
      {isBad && <p role="alert">{crt('room.badPicture')}</p>}
      {picture !== null && (
        <img className={styles.cover} src={picture} alt={crt('room.coverOf', { title: room.title })} />
      )}
    </ActDialog>
  )
}

/** The middle of a picture in the size of covers, as a data URL of JPEG; null if it cannot be made small enough. */
async function drawCover(file: File): Promise<string | null> {
  const bitmap = await createImageBitmap(file)
  const canvas = document.createElement('canvas')
  const { width, height } = COVER_SIZE
  Object.assign(canvas, { width, height })
  const scale = Math.max(width / bitmap.width, height / bitmap.height)
  const [drawnWidth, drawnHeight] = [bitmap.width * scale, bitmap.height * scale]
  const context = canvas.getContext('2d')
  context?.drawImage(bitmap, (width - drawnWidth) / 2, (height - drawnHeight) / 2, drawnWidth, drawnHeight)
  const urls = QUALITIES.map((quality) => canvas.toDataURL('image/jpeg', quality))
  return urls.find((url) => (url.split(',')[1]?.length ?? 0) <= COVER_MAX_CHARACTERS) ?? null
}
