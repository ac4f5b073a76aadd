import { useState } from 'react'
import { FEEDBACK_PICTURES_MAX, FEEDBACK_TEXT_MAX, FEEDBACK_TYPES, type FeedbackType } from '#protocol/club/feedback.ts'
import type { UploadProgress } from '#protocol/worker/api.ts'
import { cleanLines } from '#protocol/rules/chat-text.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { ProofPictures } from '#features/wallet/payment/ProofPictures.tsx'
import { PROOF_MEGABYTES, usePictures } from '#features/wallet/payment/use-pictures.ts'
import { randomUuid } from '#lib/random-id.ts'
import { feedbackText } from '#messages/zh/feedback.ts'
import { call, upload } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { Choices } from '#ui/choice/Choices.tsx'
import { Form } from '#ui/field/Form.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { TextArea } from '#ui/field/TextArea.tsx'
import { useForm } from '#ui/field/use-form.ts'
import { toast } from '#ui/overlay/toast-manager.ts'
import styles from './feedback.module.css'

export const FEEDBACK_PATH = '/app/feedback'

const TYPES = FEEDBACK_TYPES.map((value) => ({ value, label: feedbackText(`type.${value}`) }))

/** Why a text cannot be sent, or null. */
export function feedbackTextProblem(text: string): string | null {
  const count = cleanLines(text).length
  if (count === 0) return feedbackText('problem.empty')
  return count > FEEDBACK_TEXT_MAX ? feedbackText('problem.long', { max: FEEDBACK_TEXT_MAX, count }) : null
}

/** How much is written. */
export const lengthOf = (text: string) => ({ count: cleanLines(text).length, max: FEEDBACK_TEXT_MAX })

/** The form of a new feedback. Everything stays in it until the server has accepted it. */
export function FeedbackForm({ onSubmitted }: { readonly onSubmitted: () => void }) {
  const [number, setNumber] = useState(0)
  const done = () => {
    toast({ text: feedbackText('submitted'), tone: 'success' })
    setNumber(number + 1)
    onSubmitted()
  }
  return <EmptyForm key={number} onSubmitted={done} />
}

function EmptyForm({ onSubmitted }: { readonly onSubmitted: () => void }) {
  // A repeated submission has the same id, so the feedback is stored once.
  const [id] = useState(() => randomUuid())
  const [type, setType] = useState<FeedbackType>('account')
  const pictures = useUploadedPictures()
  const form = useForm({
    initial: { content: '' },
    check: ({ content }) => ({ content: feedbackTextProblem(content) }),
    submit: async ({ content }) => {
      const images = await pictures.upload()
      return images.ok ? call('feedback.submit', { id, type, content, images: [...images.data] }) : images
    },
    onDone: onSubmitted,
  })
  const { content } = form.values
  return (
    <Form className={styles.form} isBusy={form.isBusy} onSubmit={form.submit}>
      <Choices label={feedbackText('type')} value={type} choices={TYPES} onChange={setType} />
      <TextArea
        {...form.bind('content')}
        label={feedbackText('content')}
        hint={feedbackText('contentHint', lengthOf(content))}
        rows={5}
      />
      <PictureFields pictures={pictures} isBusy={form.isBusy} />
      {form.failure && <FormFailure failure={form.failure} />}
      <div className={styles.send}>
        <Button kind="primary" type="submit" isLoading={form.isBusy}>
          {feedbackText('submit')}
        </Button>
        {pictures.progress !== null && (
          <progress aria-label={feedbackText('progress')} max={1} value={pictures.progress} />
        )}
      </div>
    </Form>
  )
}

interface PictureFieldsProps {
  readonly pictures: ReturnType<typeof useUploadedPictures>
  readonly isBusy: boolean
}

function PictureFields({ pictures: { chosen, failure }, isBusy }: PictureFieldsProps) {
  return (
    <fieldset className={styles.pictures}>
      <legend>{feedbackText('pictures', { max: FEEDBACK_PICTURES_MAX })}</legend>
      <ProofPictures
        pictures={chosen.pictures}
        left={FEEDBACK_PICTURES_MAX - chosen.pictures.length}
        isBusy={isBusy}
        failure={failure}
        onAdd={chosen.add}
        onRemove={chosen.remove}
      />
      {chosen.problems.length > 0 && (
        <ul className={styles.problems} role="alert">
          {chosen.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <p className={styles.hint}>{feedbackText('picturesHint', { size: PROOF_MEGABYTES })}</p>
    </fieldset>
  )
}

interface Uploaded {
  readonly files: readonly File[]
  readonly ids: readonly string[]
}

/** The chosen pictures, which are uploaded with the submission, and not again with a repeated one. */
function useUploadedPictures() {
  const chosen = usePictures(FEEDBACK_PICTURES_MAX)
  const [uploaded, setUploaded] = useState<Uploaded>({ files: [], ids: [] })
  const [progress, setProgress] = useState<number | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const files = chosen.pictures.map(({ file }) => file)
  return {
    chosen,
    progress,
    /** Of the last upload; it can name single pictures. */
    failure,
    upload: async (): Promise<Result<readonly string[]>> => {
      setFailure(null)
      const isSame = files.length === uploaded.files.length && files.every((file, at) => file === uploaded.files[at])
      if (isSame) return { ok: true, data: uploaded.ids }
      setProgress(0)
      const onProgress = ({ sent, total }: UploadProgress) => setProgress(total > 0 ? sent / total : 0)
      const result =
        files.length === 0 ? null : await upload('upload.images', { purpose: 'feedback' }, files, { onProgress })
      setProgress(null)
      if (result && !result.ok) {
        setFailure(result)
        return result
      }
      const ids = result?.data.list.map((one) => one.id) ?? []
      setUploaded({ files, ids })
      return { ok: true, data: ids }
    },
  }
}
