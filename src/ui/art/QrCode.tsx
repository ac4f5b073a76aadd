import { useMemo } from 'react'
import { encode } from 'uqr'

/** Width of the quiet zone in modules. */
const QUIET = 4

interface QrCodeProps {
  readonly text: string
  /** Edge in pixels, including the quiet zone. */
  readonly size: number
  /** Accessible name: where it leads. */
  readonly label: string
}

/** A QR code, black on white in every skin, for reliable scanning. */
export function QrCode({ text, size, label }: QrCodeProps) {
  const { edge, path } = useMemo(() => {
    const { data, size: modules } = encode(text, { ecc: 'M', border: 0 })
    const dark = data.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])),
    )
    return { edge: modules + 2 * QUIET, path: dark.join('') }
  }, [text])
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> would have to carry the drawing in its address
      role="img"
      aria-label={label}
      viewBox={`0 0 ${edge} ${edge}`}
      width={size}
      height={size}
      shapeRendering="crispEdges"
    >
      <rect width={edge} height={edge} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  )
}
