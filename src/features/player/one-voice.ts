const CHANNEL = 'grandstand-sound'

/** Sound in one tab only: the tab that begins to sound last keeps it, all others are told to fall silent. */
export class OneVoice {
  readonly #channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL)

  constructor(onOtherTab: () => void) {
    this.#channel?.addEventListener('message', onOtherTab)
  }

  /** Says that this tab sounds now. */
  claim(): void {
    this.#channel?.postMessage('sound')
  }

  close(): void {
    this.#channel?.close()
  }
}
