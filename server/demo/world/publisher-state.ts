/** State of a real publisher: present, dropped, or null for none. */
export type PublisherState = 'live' | 'gone' | null
