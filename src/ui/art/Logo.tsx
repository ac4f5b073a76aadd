interface LogoProps {
  /** Height in pixels; the drawing is 124 wide and 64 high. */
  readonly height?: number
  readonly className?: string | undefined
}

/** 看台 as a word mark: strokes in text colour, steps in the accent. Decorative; its link or heading has the name. */
export function Logo({ height = 34, className }: LogoProps) {
  const width = Math.round((height * 124) / 64)
  return (
    <svg className={className} viewBox="0 0 124 64" width={width} height={height} aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="5.2">
        <path d="M48 6 13 10.500" />
        <path d="M10 18.500H51" />
        <path d="M4 27.500H57" />
        <path d="M30.500 8C29 26 20 41 4 53" />
        <path d="M22 60V36.500H51V60" />
        <path d="M91 5 72.500 26.500H114" />
        <path d="M102 13.500 118 31" />
        <path d="M75 37.500H114V57.400H75Z" />
      </g>
      <g fill="var(--accent)">
        <rect x="27.5" y="54.5" width="18" height="5.5" />
        <rect x="33.5" y="48" width="12" height="4.5" />
        <rect x="39.5" y="41.5" width="6" height="4.5" />
      </g>
      <g fill="none" stroke="currentColor" strokeWidth="2.4">
        <path d="M94.500 40V55" />
        <circle cx="94.5" cy="47.5" r="4.6" />
      </g>
    </svg>
  )
}
