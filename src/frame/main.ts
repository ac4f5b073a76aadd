import '#ui/tokens.css'
import './game.css'
import './slot.css'
import './blackjack.css'
import './mines.css'
import './ladder.css'
import './drop.css'
import { type FrameMessage, type PageMessage, readPageMessage } from '#protocol/games/frame-messages.ts'
import type { EGame } from '#protocol/games/round.ts'
import { setTranslations } from '#messages/catalogue.ts'
import type { ScreenOf } from './screen.ts'
import { Shell } from './shell.ts'

/*
 * The page inside the sandboxed frame of a game. It has no origin, no cookies and no network: it draws what the page sends
 * and sends what the member chose.
 */

const SCREENS: Readonly<Record<EGame, () => Promise<ScreenOf>>> = {
  slot: async () => (await import('./slot.ts')).slotScreen,
  blackjack: async () => (await import('./blackjack.ts')).blackjackScreen,
  mines: async () => (await import('./mines.ts')).minesScreen,
  ladder: async () => (await import('./ladder.ts')).ladderScreen,
  drop: async () => (await import('./drop.ts')).dropScreen,
}

const send = (message: FrameMessage): void => window.parent.postMessage(JSON.stringify(message), '*')

let shell: Shell | null = null
/** As the page has said last, also before there is a game. */
let canPlay = true

async function start(init: Extract<PageMessage, { type: 'init' }>): Promise<void> {
  const root = document.getElementById('game')
  if (root === null) return
  Object.assign(document.documentElement.dataset, { skin: init.skin, layout: init.layout })
  document.documentElement.lang = init.language
  if (init.language !== 'zh-CN') setTranslations({ frame: (await import('#messages/en/frame.ts')).frame })
  shell = new Shell(root, init, await SCREENS[init.game](), send)
  shell.setState(canPlay)
}

function receive(message: PageMessage): void {
  if (message.type === 'ping') send({ type: 'pong' })
  else if (message.type === 'init') void start(message)
  else if (message.type === 'round') void shell?.showRound(message.round)
  else if (message.type === 'state') {
    canPlay = message.canPlay
    shell?.setState(canPlay)
  } else shell?.refuse(message.text)
}

window.addEventListener('message', ({ source, data }) => {
  if (source !== window.parent) return
  const message = readPageMessage(data)
  if (message !== null) receive(message)
})
send({ type: 'ready' })
