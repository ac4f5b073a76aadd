import type { ReactNode } from 'react'
import styles from './art.module.css'

export type SceneName = 'search' | 'news' | 'offline' | 'closed' | 'mail'

const { base, light, shade, ground, groundShade, cable } = styles

/** Two steps of the stand with an empty seat each, in front of which each scene is drawn. */
const STEPS = (
  <>
    <path className={ground} d="M24 152v-24h72v-26h200v50Z" />
    <path className={groundShade} d="M40 118h20v10H40ZM250 92h20v10h-20ZM24 148h272v4H24Z" />
  </>
)

const SCENES: Readonly<Record<SceneName, ReactNode>> = {
  // Field glasses.
  search: (
    <>
      <path className={shade} d="M117 42h28v26h-28ZM175 42h28v26h-28Z" />
      <path className={base} d="M117 60h28l14 36v12h2V96l14-36h28l17 43a33 33 0 1 1-60 10h-2a33 33 0 1 1-58-12Z" />
      <path className={shade} d="M148 78h24v20h-24Z" />
      <circle className={shade} cx="128" cy="112" r="25" />
      <circle className={shade} cx="192" cy="112" r="25" />
      <circle className={light} cx="128" cy="112" r="18" />
      <circle className={light} cx="192" cy="112" r="18" />
      <path
        className={base}
        d="M128 130a18 18 0 0 0 18-18 22 22 0 0 1-18 18ZM192 130a18 18 0 0 0 18-18 22 22 0 0 1-18 18Z"
      />
    </>
  ),
  // A printed programme and a horn.
  news: (
    <>
      <path className={groundShade} d="m124 40 92-8 10 108-92 8Z" />
      <path className={ground} d="M108 36h98v112h-98Z" />
      <path className={base} d="M118 48h78v12h-78Z" />
      <path className={light} d="M118 70h36v34h-36Z" />
      <path className={shade} d="m118 104 14-18 10 10 6-6 6 8v6Z" />
      <path
        className={groundShade}
        d="M162 72h34v6h-34ZM162 84h34v6h-34ZM162 96h24v6h-24ZM118 114h78v6h-78ZM118 126h60v6h-60Z"
      />
    </>
  ),
  // A floodlight with its plug pulled out.
  offline: (
    <>
      <path className={groundShade} d="M146 78h12v70h-12Z" />
      <path className={cable} d="M152 146c30 0 26-18 52-18" />
      <path className={base} d="M96 26h112a6 6 0 0 1 6 6v44a6 6 0 0 1-6 6H96a6 6 0 0 1-6-6V32a6 6 0 0 1 6-6Z" />
      <path className={shade} d="M90 70h124v6a6 6 0 0 1-6 6H96a6 6 0 0 1-6-6Z" />
      <g className={shade}>
        {[108, 137, 167, 196].map((x) => (
          <circle key={x} cx={x} cy="41" r="9" />
        ))}
        {[108, 137, 167, 196].map((x) => (
          <circle key={x} cx={x} cy="63" r="9" />
        ))}
      </g>
      <path className={light} d="M102 38a7 7 0 0 1 8-4 12 12 0 0 0-8 4ZM131 38a7 7 0 0 1 8-4 12 12 0 0 0-8 4Z" />
      <path className={base} d="M204 117h18v22h-18Z" />
      <path className={shade} d="M222 121h9v4h-9ZM222 131h9v4h-9Z" />
      <path className={groundShade} d="M246 114h16v28h-16Z" />
      <path className={ground} d="M246 121h6v4h-6ZM246 131h6v4h-6Z" />
    </>
  ),
  // A closed gate.
  closed: (
    <>
      <path className={groundShade} d="M92 44h14v104H92ZM214 44h14v104h-14Z" />
      <path className={ground} d="M106 62h108v86H106Z" />
      <path className={groundShade} d="M106 74h108v4H106ZM106 90h108v4H106ZM106 124h108v4H106ZM106 140h108v4H106Z" />
      <path className={base} d="M84 30h152a6 6 0 0 1 6 6v20a6 6 0 0 1-6 6H84a6 6 0 0 1-6-6V36a6 6 0 0 1 6-6Z" />
      <path className={shade} d="M78 54h164v2a6 6 0 0 1-6 6H84a6 6 0 0 1-6-6Z" />
      <path className={light} d="M136 38h48v6h-48ZM146 47h28v4h-28Z" />
      <path className={base} d="M74 102h172v16H74Z" />
      <path
        className={light}
        d="M92 102h18l-9 16H83ZM128 102h18l-9 16h-18ZM164 102h18l-9 16h-18ZM200 102h18l-9 16h-18Z"
      />
      <circle className={shade} cx="74" cy="110" r="12" />
    </>
  ),
  // An empty board.
  mail: (
    <>
      <path className={groundShade} d="M112 112h8v36h-8ZM200 112h8v36h-8Z" />
      <path className={shade} d="M88 28h144v92H88Z" />
      <path className={base} d="M88 28h140v88H88Z" />
      <path className={light} d="M98 38h120v68H98Z" />
      <path className={ground} d="M112 50h40v28h-40Z" />
      <circle className={shade} cx="132" cy="52" r="4" />
      <circle className={shade} cx="180" cy="60" r="4" />
      <circle className={shade} cx="196" cy="86" r="4" />
    </>
  ),
}

export interface SceneProps {
  readonly name: SceneName
  readonly className?: string | undefined
}

/** A picture of a state in the colours of the skin. Decorative. */
export function Scene({ name, className }: SceneProps) {
  return (
    <svg className={className} viewBox="0 16 320 144" aria-hidden="true">
      {STEPS}
      {SCENES[name]}
    </svg>
  )
}
