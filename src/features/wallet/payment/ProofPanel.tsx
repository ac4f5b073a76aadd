import { useState } from 'react'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import type { Failure } from '#protocol/result.ts'
import type { UploadProgress } from '#protocol/worker/api.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { isConnectionFailure } from '#lib/failures.ts'
import { upload } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { ProofPictures } from './ProofPictures.tsx'
import { MAX_PROOFS, PROOF_MEGABYTES, usePictures } from './use-pictures.ts'
import type { ApplyOrder } from '../order/use-order.ts'
import styles from './ProofPanel.module.css'

interface ProofPanelProps {
  readonly order: WalletOrder
  readonly apply: ApplyOrder
}

/** S7.72: up to three images of a payment. The chosen ones stay after a failed upload. */
export function ProofPanel({ order: { orderNo, proofs }, apply }: ProofPanelProps) {
  const { pictures, problems, ...change } = usePictures(MAX_PROOFS - proofs.length)
  const [progress, setProgress] = useState<number | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const send = async () => {
    setFailure(null)
    setProgress(0)
    const files = pictures.map(({ file }) => file)
    const onProgress = ({ sent, total }: UploadProgress) => setProgress(total > 0 ? sent / total : 0)
    const result = apply(await upload('speedDeposit.uploadProof', { orderNo }, files, { onProgress }))
    setProgress(null)
    if (!result.ok) return setFailure(result)
    change.clear()
    return void toast({ text: walletText('deposit.proof.done'), tone: 'success' })
  }
  const isFull = proofs.length >= MAX_PROOFS
  return (
    <Panel title={walletText('deposit.proof.title')}>
      <div className={styles.proof}>
        <p className={styles.text}>{walletText('deposit.proof.text', { max: MAX_PROOFS, size: PROOF_MEGABYTES })}</p>
        {proofs.length > 0 && (
          <output className={styles.sent}>
            {walletText(isFull ? 'deposit.proof.full' : 'deposit.proof.sent', { count: proofs.length })}
          </output>
        )}
        <ProofPictures
          pictures={pictures}
          left={MAX_PROOFS - proofs.length - pictures.length}
          isBusy={progress !== null}
          failure={failure}
          onAdd={(files) => (setFailure(null), change.add(files))}
          onRemove={(file) => (setFailure(null), change.remove(file))}
        />
        {problems.length > 0 && (
          <ul className={styles.problems} role="alert">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
        {failure && <FormFailure failure={failure} />}
        {isConnectionFailure(failure) && <p className={styles.text}>{walletText('deposit.proof.unknown')}</p>}
        {pictures.length > 0 && (
          <div className={styles.send}>
            <Button kind="minor" isLoading={progress !== null} onClick={() => void send()}>
              {walletText('deposit.proof.upload', { count: pictures.length })}
            </Button>
            {progress !== null && (
              <progress aria-label={walletText('deposit.proof.progress')} max={1} value={progress} />
            )}
          </div>
        )}
      </div>
    </Panel>
  )
}
