import { ImagePlus, X } from 'lucide-react'
import { useRef } from 'react'
import { CODES } from '#protocol/codes.ts'
import type { Failure } from '#protocol/result.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { type Picture, PROOF_TYPES } from './use-pictures.ts'
import styles from './ProofPanel.module.css'

interface ProofPicturesProps {
  readonly pictures: readonly Picture[]
  /** Number of images that can still be added. */
  readonly left: number
  readonly isBusy: boolean
  /** Of the last upload; it can name single images. */
  readonly failure: Failure | null
  readonly onAdd: (files: readonly File[]) => void
  readonly onRemove: (file: File) => void
}

/** Previews of the chosen images, and the button that chooses more. */
export function ProofPictures({ pictures, left, isBusy, failure, onAdd, onRemove }: ProofPicturesProps) {
  const input = useRef<HTMLInputElement>(null)
  if (pictures.length === 0 && left <= 0) return null
  return (
    <ul className={styles.pictures}>
      {pictures.map(({ file, url }, index) => {
        const problem = problemOf(failure, index)
        return (
          <li key={url} data-invalid={problem !== null || undefined}>
            <img src={url} alt={walletText('deposit.proof.picture', { index: index + 1 })} />
            <IconButton
              className={styles.remove}
              size="small"
              label={walletText('deposit.proof.remove', { index: index + 1 })}
              icon={<X size={16} />}
              disabled={isBusy}
              onClick={() => onRemove(file)}
            />
            {problem !== null && <small>{problem}</small>}
          </li>
        )
      })}
      {left > 0 && (
        <li>
          <button className={styles.add} type="button" disabled={isBusy} onClick={() => input.current?.click()}>
            <ImagePlus size={20} aria-hidden="true" />
            {walletText('deposit.proof.choose')}
          </button>
          <input
            ref={input}
            hidden
            type="file"
            accept={PROOF_TYPES.join(',')}
            multiple
            onChange={(event) => {
              onAdd([...(event.currentTarget.files ?? [])])
              // The same file can be chosen again.
              event.currentTarget.value = ''
            }}
          />
        </li>
      )}
    </ul>
  )
}

/** What the server found wrong with the image at `index`, else null. */
function problemOf(failure: Failure | null, index: number): string | null {
  if (failure === null || failure.code !== CODES.PARAM_ERROR) return null
  const { details } = failure
  if (typeof details !== 'object' || details === null || !('fields' in details)) return null
  const problem: unknown = { ...Object(details.fields) }[`files.${index}`]
  return typeof problem === 'string' ? problem : null
}
