import { RefreshCw } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { CODES } from '#protocol/codes.ts'
import { halfWidthTyped } from '#protocol/rules/typed.ts'
import { randomId } from '#lib/random-id.ts'
import { verificationText } from '#messages/zh/verification.ts'
import { call } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Field } from '#ui/field/Field.tsx'
import { Form } from '#ui/field/Form.tsx'
import type { CheckProps } from './check.ts'
import styles from './ImageCode.module.css'
import { SpokenCode } from './SpokenCode.tsx'
import { useBlobAddress } from '#ui/hooks/use-blob-address.ts'

const CODE_MAX_LENGTH = 16
/** Lifetime of a code on the server after its picture or recording was requested. */
const LIFETIME_MS = 120_000

/** The picture of the current code, renewed on request and when the code expires. */
function usePictureCode(isHeld: boolean, on: { readonly expired: () => void; readonly unavailable: () => void }) {
  const [codeId] = useState(randomId)
  /** A new number requests a new code under the same id. */
  const [attempt, setAttempt] = useState(0)
  const [shown, setShown] = useState<number | null>(null)
  const [address, showPicture] = useBlobAddress()
  /** When the code was last requested, as picture or recording; null = never. */
  const [madeAt, setMadeAt] = useState<number | null>(null)
  const unavailable = useEffectEvent(on.unavailable)
  const expired = useEffectEvent(on.expired)

  useEffect(() => {
    const waiting = new AbortController()
    const ask = async () => {
      const result = await call('captcha.image', { codeId }, { signal: waiting.signal })
      if (waiting.signal.aborted) return
      if (!result.ok) return unavailable()
      showPicture(result.data)
      setShown(attempt)
      setMadeAt(performance.now())
    }
    void ask()
    return () => waiting.abort()
  }, [codeId, attempt, showPicture])

  useEffect(() => {
    if (madeAt === null || isHeld) return
    const expire = () => {
      expired()
      setMadeAt(null)
      setAttempt((count) => count + 1)
    }
    const timer = window.setTimeout(expire, madeAt + LIFETIME_MS - performance.now())
    return () => window.clearTimeout(timer)
  }, [madeAt, isHeld])

  return {
    codeId,
    attempt,
    address,
    isLoading: shown !== attempt,
    renew: () => setAttempt((count) => count + 1),
    /** The server has made a recording of the code, so its lifetime begins again. */
    noteRecording: () => setMadeAt(performance.now()),
  }
}

/** The typed code, its check, and what is wrong with it. */
function useImageCode({ onSolved, onUnavailable }: CheckProps, input: RefObject<HTMLInputElement | null>) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isChecking, setChecking] = useState(false)
  const picture = usePictureCode(isChecking, {
    expired() {
      setCode('')
      setProblem(verificationText('rep.expired'))
    },
    unavailable: () => onUnavailable(),
  })

  const renew = () => {
    setCode('')
    picture.renew()
    input.current?.focus()
  }
  const submit = async () => {
    const imgCode = code.trim()
    if (imgCode === '') {
      setProblem(verificationText('code.empty'))
      return input.current?.focus()
    }
    setProblem(null)
    setChecking(true)
    const solved = await onSolved({ safeType: 'imageCode', codeId: picture.codeId, imgCode })
    setChecking(false)
    if (solved.ok) return
    setProblem(solved.code === CODES.VERIFY_CODE_ERROR ? verificationText('code.wrong') : solved.message)
    return renew()
  }
  return {
    code,
    problem,
    isChecking,
    picture,
    submit,
    type: (next: string) => {
      setCode(next)
      setProblem(null)
    },
    renew: () => {
      setProblem(null)
      renew()
    },
  }
}

/** S4.19: type the code of a picture or of a recording. Works with keyboards and screen readers. */
export function ImageCode(props: CheckProps) {
  const input = useRef<HTMLInputElement>(null)
  const { code, problem, isChecking, picture, submit, type, renew } = useImageCode(props, input)
  return (
    <Form className={styles.form} isBusy={isChecking} onSubmit={() => void submit()}>
      <PictureRow picture={picture} isChecking={isChecking} onRenew={renew} onRead={() => input.current?.focus()} />
      <Field
        ref={input}
        label={verificationText('code.label')}
        name="imgCode"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        inputMode="text"
        read={halfWidthTyped(CODE_MAX_LENGTH)}
        hint={verificationText('code.hint')}
        value={code}
        error={problem}
        onValueChange={type}
      />
      <p className="visually-hidden" role="alert">
        {problem}
      </p>
      <Button type="submit" kind="primary" size="large" isWide isLoading={isChecking}>
        {verificationText('code.submit')}
      </Button>
    </Form>
  )
}

interface PictureRowProps {
  readonly picture: ReturnType<typeof usePictureCode>
  readonly isChecking: boolean
  readonly onRenew: () => void
  /** The recording has ended. */
  readonly onRead: () => void
}

/** The picture, the button for a new one, and the recording. */
function PictureRow({ picture, isChecking, onRenew, onRead }: PictureRowProps) {
  const { codeId, attempt, address, isLoading, noteRecording } = picture
  return (
    <div className={styles.row}>
      <div className={styles.plate}>
        {address !== null && <img className={styles.picture} src={address} alt={verificationText('code.picture')} />}
      </div>
      <IconButton
        label={verificationText('code.refresh')}
        icon={<RefreshCw size={20} />}
        isLoading={isLoading}
        disabled={isChecking}
        onClick={onRenew}
      />
      <SpokenCode key={attempt} codeId={codeId} onFetched={noteRecording} onRead={onRead} />
    </div>
  )
}
