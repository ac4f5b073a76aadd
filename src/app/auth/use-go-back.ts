import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router-dom'
import { DEFAULT_AFTER_SIGN_IN, safeFromPage } from '#protocol/rules/from-page.ts'
import { fieldOf } from '../outcomes/outcome.ts'
import { ShownPath } from '../route/use-route-change.ts'

/** Router state of sign-in, registration and recovery. */
export interface AuthState {
  /** The entry below this one in the history is the page to return to. */
  readonly isAboveTarget: boolean
  /** The page to return to is for members. */
  readonly isForMembers: boolean
}

interface GoBack {
  /** The page to return to (S2.2). */
  readonly target: string
  /** The same, or null if the query names none. */
  readonly fromPage: string | null
  /** The page for a visitor who does not sign in: the same, or home if it is for members. */
  readonly visitorTarget: string
  /** For links that replace this screen. */
  readonly state: AuthState
  /** Goes to the page, once. */
  readonly go: () => void
}

/**
 * Returns to the page of `fromPage`. If this screen was opened from there, it goes back, so that the scroll position is
 * restored and the screen is not twice in the history.
 */
export function useGoBack(): GoBack {
  const [search] = useSearchParams()
  const given = search.get('fromPage')
  const target = safeFromPage(given)
  const navigate = useNavigate()
  const { state } = useLocation()
  const isPushed = useNavigationType() === NavigationType.Push
  const shown = useContext(ShownPath)
  const [path] = useState(() => shown?.current)
  const hasGone = useRef(false)
  const isAboveTarget = fieldOf(state, 'isAboveTarget') === true || (isPushed && path === target.split(/[?#]/, 1)[0])
  const isForMembers = fieldOf(state, 'isForMembers') === true
  return {
    target,
    visitorTarget: isForMembers ? DEFAULT_AFTER_SIGN_IN : target,
    fromPage: given === target ? target : null,
    state: { isAboveTarget, isForMembers },
    go: () => {
      if (hasGone.current) return
      hasGone.current = true
      if (isAboveTarget) void navigate(-1)
      else void navigate(target, { replace: true })
    },
  }
}

/** Leaves the screen: the viewer is signed in. */
export function Return({ goBack }: { readonly goBack: () => void }) {
  const leave = useEffectEvent(goBack)
  useEffect(() => leave(), [])
  return null
}
