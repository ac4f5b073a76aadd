/** Properties of the browser that decide how the site can be installed. */
export interface InstallSupport {
  /** The page already runs in its own window. */
  readonly isInstalled: boolean
  /** The browser offers a prompt (`beforeinstallprompt`). */
  readonly canPrompt: boolean
  readonly userAgent: string
  /** 0 on a Mac; 5 on an iPad, whose user agent is that of a Mac. */
  readonly touchPoints: number
}

/** `ask`: by a prompt; `share`: by hand with the share menu of iOS; `none`: impossible or not needed. */
export type InstallMethod = 'ask' | 'share' | 'none'

/** How this browser installs the site. */
export function installMethod({ isInstalled, canPrompt, userAgent, touchPoints }: InstallSupport): InstallMethod {
  if (isInstalled) return 'none'
  if (canPrompt) return 'ask'
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && touchPoints > 1)
  // Browsers inside other apps have no such item in their share menu.
  return isApple && /Safari\//.test(userAgent) && !/MicroMessenger|QQ\/|Weibo/.test(userAgent) ? 'share' : 'none'
}
