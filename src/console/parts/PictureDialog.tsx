import { useEffect, useEffectEvent, useState } from 'react'
import type { Result } from '#protocol/result.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import styles from './PictureDialog.module.css'

interface Picture {
  readonly type: string
  readonly base64: string
}

interface PictureDialogProps {
  readonly title: string
  readonly failed: string
  readonly read: () => Promise<Result<Picture>>
  readonly onClose: () => void
}

/** One picture of a member. It is read when the dialog opens. */
export function PictureDialog({ title, failed, read, onClose }: PictureDialogProps) {
  const [image, setImage] = useState<Picture | 'failed' | null>(null)
  const request = useEffectEvent(read)
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const result = await request()
      if (isCurrent) setImage(result.ok ? result.data : 'failed')
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [])
  return (
    <Dialog isOpen title={title} onOpenChange={onClose}>
      <div className={styles.picture} aria-busy={image === null}>
        {image === 'failed' && <p role="alert">{failed}</p>}
        {image !== null && image !== 'failed' && <img src={`data:${image.type};base64,${image.base64}`} alt={title} />}
      </div>
    </Dialog>
  )
}
