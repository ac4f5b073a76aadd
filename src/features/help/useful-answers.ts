import { atom } from 'jotai/vanilla'

export type Answer = 'yes' | 'no'

/** Answers to 这篇有用吗 by article. Lives in this tab and is not sent. */
export const usefulAnswersAtom = atom<Readonly<Record<string, Answer>>>({})
