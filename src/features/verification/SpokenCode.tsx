import { Volume2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { verificationText } from '#messages/zh/verification.ts'
import { call } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import styles from './SpokenCode.module.css'
import { useBlobAddress } from '#ui/hooks/use-blob-address.ts'

interface SpokenCodeProps {
  readonly codeId: string
  /** The server has created a recording; its code is valid for two minutes. */
  readonly onFetched: () => void
  /** The recording has been played to its end. */
  readonly onRead: () => void
}

/** The code as a recording. */
export function SpokenCode({ codeId, onFetched, onRead }: SpokenCodeProps) {
  const [address, showSound] = useBlobAddress()
  const [stage, setStage] = useState<'silent' | 'loading' | 'reading' | 'read' | 'failed'>('silent')
  const player = useRef<HTMLAudioElement>(null)

  const play = async () => {
    if (address !== null && player.current) {
      player.current.currentTime = 0
      return player.current.play().catch(() => setStage('failed'))
    }
    setStage('loading')
    const result = await call('captcha.audio', { codeId })
    if (!result.ok) return setStage('failed')
    showSound(result.data)
    return onFetched()
  }

  return (
    <>
      <Button
        className={styles.play}
        kind="outline"
        icon={<Volume2 size={20} aria-hidden="true" />}
        isLoading={stage === 'loading'}
        onClick={() => void play()}
      >
        {verificationText(address === null ? 'code.play' : 'code.playAgain')}
      </Button>
      {address !== null && (
        // The sound is what the picture shows; a written version would give the answer away.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <audio
          ref={player}
          src={address}
          autoPlay
          onPlay={() => setStage('reading')}
          onEnded={() => {
            setStage('read')
            onRead()
          }}
          onError={() => {
            showSound(null)
            setStage('failed')
          }}
        />
      )}
      <p className={styles.note} aria-live="polite" data-tone={stage === 'failed' ? 'wrong' : undefined}>
        {stage === 'failed' && verificationText('code.noSound')}
        {(stage === 'reading' || stage === 'read') && verificationText('code.playing')}
      </p>
    </>
  )
}
