import type { ReactNode } from 'react'

interface SportIconProps {
  readonly size?: number
}

/** Icons missing in the icon set, in its style: 24 grid, one stroke, text colour. */
function Icon({ size = 20, children }: SportIconProps & { readonly children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

export function FootballIcon(props: SportIconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="9" />
      <path d="m12 8 4 3-1.5 4.5h-5L8 11ZM12 8V3.5M16 11l4.5-1.5M14.5 15.5l2.5 4M9.5 15.5l-2.5 4M8 11 3.5 9.5" />
    </Icon>
  )
}

export function BasketballIcon(props: SportIconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="9" />
      <path d="M3 12h18M12 3v18M6 5.5c3.5 4 3.5 9 0 13M18 5.5c-3.5 4-3.5 9 0 13" />
    </Icon>
  )
}

/** Three reels, for electronic games. */
export function ReelsIcon(props: SportIconProps) {
  return (
    <Icon {...props}>
      <rect x="4" y="4" width="16" height="16" rx="1" />
      <path d="M9.3 4v16M14.7 4v16" />
    </Icon>
  )
}
