import { Gift } from 'lucide-react'
import { useState } from 'react'

interface GiftIconProps {
  /** A drawing below /art; a parcel for anything else. */
  readonly src: string
  readonly size: number
}

/** The picture of a gift. Decorative. */
export function GiftIcon({ src, size }: GiftIconProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  if (!src.startsWith('/art/') || src === failedSrc) return <Gift size={size} strokeWidth={1.75} aria-hidden="true" />
  return <img src={src} width={size} height={size} alt="" draggable={false} onError={() => setFailedSrc(src)} />
}
