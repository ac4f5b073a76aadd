import { shareText } from '#messages/zh/share.ts'
import { QrCode } from '#ui/art/QrCode.tsx'
import styles from './ShareFoot.module.css'

const QR_SIZE = 104

interface ShareFootProps {
  /** Absolute URL. */
  readonly link: string
  /** Text below the QR code hint, or a code to type. */
  readonly note?: string
}

/** The footer of a poster: QR code, hint and URL. */
export function ShareFoot({ link, note = shareText('share.scanNote') }: ShareFootProps) {
  return (
    <>
      <span className={styles.code}>
        <QrCode text={link} size={QR_SIZE} label={shareText('share.qr', { link })} />
      </span>
      <span className={styles.text}>
        <b>{shareText('share.scan')}</b>
        <span>{note}</span>
        <span className={styles.link}>{link.replace(/^https?:\/\//, '')}</span>
      </span>
    </>
  )
}
