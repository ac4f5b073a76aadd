import type { LabMix, LabSettings } from '#protocol/worker/lab.ts'
import { labMessages as text } from '#lib/messages/lab.ts'
import { type DesignName, designOf } from '../engine/summary.ts'

export const DESIGN_LABELS: Readonly<Record<DesignName, { readonly name: string; readonly about: string }>> = {
  product: { name: text.designProduct, about: text.aboutProduct },
  main: { name: text.designMain, about: text.aboutMain },
  interval: { name: text.designInterval, about: text.aboutInterval },
  each: { name: text.designEach, about: text.aboutEach },
  plain: { name: text.designPlain, about: text.aboutPlain },
  context: { name: text.designContext, about: text.aboutContext },
  naive: { name: text.designNaive, about: text.aboutNaive },
}

export const THREAD_LABELS: Readonly<Record<LabSettings['thread'], string>> = {
  worker: text.threadWorker,
  main: text.threadMain,
}

export const DELIVERY_LABELS: Readonly<Record<LabSettings['delivery'], string>> = {
  credit: text.deliveryCredit,
  interval: text.deliveryInterval,
  each: text.deliveryEach,
}

export const LIST_LABELS: Readonly<Record<LabSettings['list'], string>> = {
  window: text.listWindow,
  plain: text.listPlain,
  context: text.listContext,
}

export const MIX_LABELS: Readonly<Record<keyof LabMix, string>> = {
  text: text.mixText,
  emoji: text.mixEmoji,
  reply: text.mixReply,
  sticker: text.mixSticker,
  gift: text.mixGift,
  order: text.mixOrder,
}

/** The name of the design of these settings. */
export function designLabel(settings: LabSettings): string {
  const design = designOf(settings)
  return design === null ? text.custom : DESIGN_LABELS[design].name
}
