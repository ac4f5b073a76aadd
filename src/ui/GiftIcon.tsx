import { Gift } from 'lucide-react'
import { useState } from 'react'

export interface GiftIconProps {
  /** A drawn gift below /art; anything else is drawn as a parcel. */
  readonly src: string
  readonly size: number
}

/** A gift's picture. Its name always stands beside it. */
export function GiftIcon({ src, size }: GiftIconProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  if (!src.startsWith('/art/') || src === failedSrc) return <Gift size={size} strokeWidth={1.75} aria-hidden="true" />
  return <img src={src} width={size} height={size} alt="" draggable={false} onError={() => setFailedSrc(src)} />
}
