import { sht } from '#lib/messages/share.ts'
import { QrCode } from '#ui/QrCode.tsx'
import styles from './ShareFoot.module.css'

const QR_SIZE = 104

export interface ShareFootProps {
  /** With its origin. */
  readonly link: string
  /** Under the invitation to scan; what one need not do, or a code to type in. */
  readonly note?: string
}

/** The foot of a poster: the code, what it is for, and the address for those who type. */
export function ShareFoot({ link, note = sht('share.scanNote') }: ShareFootProps) {
  return (
    <>
      <span className={styles.code}>
        <QrCode text={link} size={QR_SIZE} label={sht('share.qr', { link })} />
      </span>
      <span className={styles.text}>
        <b>{sht('share.scan')}</b>
        <span>{note}</span>
        <span className={styles.link}>{link.replace(/^https?:\/\//, '')}</span>
      </span>
    </>
  )
}
