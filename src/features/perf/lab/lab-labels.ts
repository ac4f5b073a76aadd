import type { LabMix, LabSettings } from '#protocol/worker/lab.ts'
import { perfText } from '#messages/zh/perf.ts'
import { type DesignName, designOf } from '../engine/summary.ts'

export const DESIGN_LABELS: Readonly<Record<DesignName, { readonly name: string; readonly about: string }>> = {
  product: { name: perfText('lab.designProduct'), about: perfText('lab.aboutProduct') },
  main: { name: perfText('lab.designMain'), about: perfText('lab.aboutMain') },
  interval: { name: perfText('lab.designInterval'), about: perfText('lab.aboutInterval') },
  each: { name: perfText('lab.designEach'), about: perfText('lab.aboutEach') },
  plain: { name: perfText('lab.designPlain'), about: perfText('lab.aboutPlain') },
  context: { name: perfText('lab.designContext'), about: perfText('lab.aboutContext') },
  naive: { name: perfText('lab.designNaive'), about: perfText('lab.aboutNaive') },
}

export const THREAD_LABELS: Readonly<Record<LabSettings['thread'], string>> = {
  worker: perfText('lab.threadWorker'),
  main: perfText('lab.threadMain'),
}

export const DELIVERY_LABELS: Readonly<Record<LabSettings['delivery'], string>> = {
  credit: perfText('lab.deliveryCredit'),
  interval: perfText('lab.deliveryInterval'),
  each: perfText('lab.deliveryEach'),
}

export const LIST_LABELS: Readonly<Record<LabSettings['list'], string>> = {
  window: perfText('lab.listWindow'),
  plain: perfText('lab.listPlain'),
  context: perfText('lab.listContext'),
}

export const MIX_LABELS: Readonly<Record<keyof LabMix, string>> = {
  text: perfText('lab.mixText'),
  emoji: perfText('lab.mixEmoji'),
  reply: perfText('lab.mixReply'),
  sticker: perfText('lab.mixSticker'),
  gift: perfText('lab.mixGift'),
  order: perfText('lab.mixOrder'),
}

/** The name of the design of these settings. */
export function designLabel(settings: LabSettings): string {
  const design = designOf(settings)
  return design === null ? perfText('lab.custom') : DESIGN_LABELS[design].name
}

export const inMilliseconds = (value: number) =>
  perfText('lab.milliseconds', { value: value.toFixed(value < 100 ? 1 : 0) })
export const inMegabytes = (value: number) => perfText('lab.megabytes', { value: value.toFixed(1) })
export const inPercent = (share: number) => perfText('lab.percent', { value: Math.round(share * 100) })
export const inTimes = (ratio: number) => perfText('lab.times', { value: ratio.toFixed(ratio < 10 ? 1 : 0) })

/** Formats of recorded logs by their names. */
export const FORMAT_LABELS: Readonly<Record<string, string>> = {
  'niconico-xml': 'Niconico XML',
  'bilibili-xml': 'Bilibili XML',
  'yt-dlp': 'yt-dlp',
  'twitch-json': 'Twitch JSON',
  'chat-downloader': 'chat-downloader',
  'twitch-irc': 'Twitch IRC',
  jsonl: 'JSON Lines',
}
