/** What is known of the browser when the site could be put on the desktop. */
export interface InstallFacts {
  /** The page already runs in a window of its own. */
  readonly isInstalled: boolean
  /** The browser has offered to ask (`beforeinstallprompt`). */
  readonly canAsk: boolean
  readonly userAgent: string
  /** Macs have none; an iPad calls itself a Mac and has five. */
  readonly touchPoints: number
}

/** `ask`: by a press; `share`: by hand, over the share menu of iOS; `none`: no way, or no need. */
export type InstallWay = 'ask' | 'share' | 'none'

/** Item 7 of the shell: how this browser puts the site on the desktop. */
export function installWay({ isInstalled, canAsk, userAgent, touchPoints }: InstallFacts): InstallWay {
  if (isInstalled) return 'none'
  if (canAsk) return 'ask'
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && touchPoints > 1)
  // Browsers inside other apps have no such entry in their share menu.
  return isApple && /Safari\//.test(userAgent) && !/MicroMessenger|QQ\/|Weibo/.test(userAgent) ? 'share' : 'none'
}
