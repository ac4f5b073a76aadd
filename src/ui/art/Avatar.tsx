import { hashText } from '#protocol/random.ts'
import { useState } from 'react'
import { classNames } from '#lib/class-names.ts'
import styles from './Avatar.module.css'

const DRAWN = 24

interface AvatarProps {
  /** Public id; the same person has the same avatar everywhere. */
  readonly id: string
  /** A picture below /art. Without a readable one the id selects a drawn avatar. */
  readonly src?: string
  /** Edge in pixels, 32 by default. */
  readonly size?: number
  /** Empty if the name is shown beside it (the usual case). */
  readonly alt?: string
  readonly className?: string | undefined
}

export function avatarOf(id: string): string {
  return `/art/av-${(hashText(id) % DRAWN) + 1}.svg`
}

/** A round avatar. */
export function Avatar({ id, src, size = 32, alt = '', className }: AvatarProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  const own = src?.startsWith('/art/') && src !== failedSrc ? src : undefined
  return (
    <img
      className={classNames(styles.avatar, className)}
      src={own ?? avatarOf(id)}
      width={size}
      height={size}
      alt={alt}
      draggable={false}
      onError={() => setFailedSrc(src ?? null)}
    />
  )
}
