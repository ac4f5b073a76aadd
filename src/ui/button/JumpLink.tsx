import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { type Jump, jumpTarget } from '#protocol/rules/jump.ts'
import { commonText } from '#messages/zh/common.ts'
import { Button } from './Button.tsx'
import { buttonClass } from './button-class.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'

interface JumpLinkProps {
  readonly jump: Jump
  /** For content that is only a picture. */
  readonly label?: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/**
 * The link of a banner or floating window (S7.27, S7.30): a screen of this site directly, another site after a
 * confirmation in a new tab. Without a target it renders plain content.
 */
export function JumpLink({ jump, label, className, children }: JumpLinkProps) {
  const target = jumpTarget(jump)
  const [isAsking, setAsking] = useState(false)
  if (target.kind === 'none') {
    return (
      <span className={className} {...(label !== undefined && { role: 'img', 'aria-label': label })}>
        {children}
      </span>
    )
  }
  if (target.kind === 'path') {
    return (
      <Link className={className} to={target.path} aria-label={label}>
        {children}
      </Link>
    )
  }
  const close = () => setAsking(false)
  return (
    <>
      <button
        className={className}
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {children}
      </button>
      <Dialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={commonText('jump.title')}
        description={commonText('jump.text', { host: target.host })}
        isQuestion
        actions={
          <>
            <a
              className={buttonClass({ kind: 'quiet', size: 'small' })}
              href={target.url}
              target="_blank"
              rel="noopener noreferrer external"
              onClick={close}
            >
              {commonText('jump.go')}
            </a>
            <Button kind="primary" size="small" onClick={close}>
              {commonText('jump.stay')}
            </Button>
          </>
        }
      />
    </>
  )
}
