/** A real publisher in place of the clip: there, dropped, or null for none. */
export type PublisherState = 'live' | 'gone' | null
