import { RefreshCw } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { CODES } from '#protocol/codes.ts'
import { randomId } from '#lib/random-id.ts'
import { vt } from '#lib/messages/verification.ts'
import { call } from '#transport/client.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { Form } from '#ui/Form.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import type { CheckProps } from './check.ts'
import styles from './ImageCode.module.css'
import { SpokenCode } from './SpokenCode.tsx'
import { useBlobAddress } from './use-blob-address.ts'

const CODE_MAX_LENGTH = 16
/** Lifetime of a code on the server after its picture or recording was requested. */
const LIFETIME_MS = 120_000

/** S4.19: type the code of a picture or of a recording. Works with keyboards and screen readers. */
export function ImageCode({ onSolved, onUnavailable }: CheckProps) {
  const [codeId] = useState(randomId)
  /** A new number requests a new code under the same id. */
  const [attempt, setAttempt] = useState(0)
  const [shown, setShown] = useState<number | null>(null)
  const [address, showPicture] = useBlobAddress()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  /** When the code was last requested, as picture or recording; null = never. */
  const [madeAt, setMadeAt] = useState<number | null>(null)
  const [isChecking, setChecking] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const unavailable = useEffectEvent(() => onUnavailable())

  useEffect(() => {
    const waiting = new AbortController()
    const ask = async () => {
      const answer = await call('captcha.image', { codeId }, { signal: waiting.signal })
      if (waiting.signal.aborted) return
      if (!answer.ok) return unavailable()
      showPicture(answer.data)
      setShown(attempt)
      setMadeAt(performance.now())
    }
    void ask()
    return () => waiting.abort()
  }, [codeId, attempt, showPicture])

  useEffect(() => {
    if (madeAt === null || isChecking) return
    const expire = () => {
      setCode('')
      setProblem(vt('rep.expired'))
      setMadeAt(null)
      setAttempt((count) => count + 1)
    }
    const timer = window.setTimeout(expire, madeAt + LIFETIME_MS - performance.now())
    return () => window.clearTimeout(timer)
  }, [madeAt, isChecking])

  const renew = () => {
    setCode('')
    setAttempt((count) => count + 1)
    input.current?.focus()
  }
  const submit = async () => {
    const imgCode = code.trim()
    if (imgCode === '') {
      setProblem(vt('code.empty'))
      return input.current?.focus()
    }
    setProblem(null)
    setChecking(true)
    const solved = await onSolved({ safeType: 'imageCode', codeId, imgCode })
    setChecking(false)
    if (solved.ok) return
    setProblem(solved.code === CODES.VERIFY_CODE_ERROR ? vt('code.wrong') : solved.message)
    return renew()
  }

  return (
    <Form className={styles.form} isBusy={isChecking} onSubmit={() => void submit()}>
      <div className={styles.row}>
        <div className={styles.plate}>
          {address !== null && <img className={styles.picture} src={address} alt={vt('code.picture')} />}
        </div>
        <IconButton
          label={vt('code.refresh')}
          icon={<RefreshCw size={20} />}
          isLoading={shown !== attempt}
          disabled={isChecking}
          onClick={() => {
            setProblem(null)
            renew()
          }}
        />
        <SpokenCode
          key={attempt}
          codeId={codeId}
          onFetched={() => setMadeAt(performance.now())}
          onRead={() => input.current?.focus()}
        />
      </div>
      <Field
        ref={input}
        label={vt('code.label')}
        name="imgCode"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        inputMode="text"
        maxLength={CODE_MAX_LENGTH}
        hint={vt('code.hint')}
        value={code}
        error={problem}
        onValueChange={(next) => {
          setCode(next)
          setProblem(null)
        }}
      />
      <p className="visually-hidden" role="alert">
        {problem}
      </p>
      <Button type="submit" kind="primary" size="large" isWide isLoading={isChecking}>
        {vt('code.submit')}
      </Button>
    </Form>
  )
}
