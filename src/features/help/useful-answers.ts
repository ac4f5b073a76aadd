import { atom } from 'jotai/vanilla'

export type Answer = 'yes' | 'no'

/** What was answered to 这篇有用吗, by article; kept in this tab only, and told to nobody. */
export const usefulAnswersAtom = atom<Readonly<Record<string, Answer>>>({})
