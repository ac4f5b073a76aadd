import { useId, useState } from 'react'
import { PICTURE_MAX_CHARACTERS, PICTURE_SIZES } from '#protocol/console/constants.ts'
import { siteText } from '#messages/zh/console/site.ts'
import { Field } from '#ui/field/Field.tsx'
import { consoleCall } from '../client.ts'
import { base64Of, drawPicture } from '../draw-picture.ts'
import styles from './PictureField.module.css'

export type PictureSize = keyof typeof PICTURE_SIZES

interface PictureFieldProps {
  readonly label: string
  /** Path of this site; '' for none. */
  readonly value: string
  readonly size: PictureSize
  readonly problem: string | null
  readonly onValueChange: (path: string) => void
}

/** A path of a picture: an uploaded one, or one of the site. Shows the picture with the proportions that viewers see. */
export function PictureField({ label, value, size, problem, onValueChange }: PictureFieldProps) {
  const id = useId()
  const { width, height } = PICTURE_SIZES[size]
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const upload = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    setError(null)
    const drawn = await drawPicture(file, {
      width,
      height,
      maxCharacters: PICTURE_MAX_CHARACTERS,
      isTransparent: size === 'floatWindow',
    })
    const result = drawn === null ? null : await consoleCall('picture.add', { picture: base64Of(drawn) })
    if (result?.ok) onValueChange(result.data.path)
    else setError(result === null ? siteText('picture.unreadable') : result.message)
    setBusy(false)
  }
  const isShown = value.startsWith('/') && value !== failed
  return (
    <div className={styles.picture}>
      <Field
        label={label}
        value={value}
        error={error ?? problem}
        hint={siteText('picture.hint', { width, height })}
        isLoading={isBusy}
        autoComplete="off"
        onValueChange={onValueChange}
      />
      <label className={styles.upload} htmlFor={id}>
        {siteText('picture.upload')}
      </label>
      <input
        id={id}
        className={styles.file}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label={siteText('picture.uploadOf', { field: label })}
        disabled={isBusy}
        onChange={(event) => {
          void upload(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      <div className={styles.frame} style={{ aspectRatio: `${width} / ${height}`, maxWidth: width }}>
        {isShown ? (
          <img src={value} alt={siteText('picture.previewOf', { field: label })} onError={() => setFailed(value)} />
        ) : (
          <span>{siteText(value === '' ? 'picture.none' : 'picture.missing')}</span>
        )}
      </div>
    </div>
  )
}
