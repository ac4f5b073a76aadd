import { createStore } from 'jotai/vanilla'

/** The Jotai store of the page. Components read it through the Provider; the feed pump and the transport write to it. */
export const store = createStore()
