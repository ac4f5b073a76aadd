import { useEffect, useEffectEvent, useState } from 'react'
import { walletText } from '#messages/zh/wallet.ts'

/* What `speedDeposit.uploadProof` accepts. The definition of the endpoint is not part of the page. */
export const MAX_PROOFS = 3
export const PROOF_MEGABYTES = 5
export const PROOF_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

/** An image to upload. */
export interface Picture {
  readonly file: File
  /** Object URL of the preview. */
  readonly url: string
}

/** Why a file cannot be uploaded, else null. */
function problemOf({ name, type, size }: File): string | null {
  if (!PROOF_TYPES.includes(type)) return walletText('deposit.proof.type', { name })
  return size > PROOF_MEGABYTES * 1024 * 1024 ? walletText('deposit.proof.size', { name, size: PROOF_MEGABYTES }) : null
}

/** The chosen images, at most `max`, and why others were not taken. */
export function usePictures(max: number) {
  const [pictures, setPictures] = useState<readonly Picture[]>([])
  const [problems, setProblems] = useState<readonly string[]>([])
  const revokeAll = useEffectEvent(() => pictures.forEach(({ url }) => URL.revokeObjectURL(url)))
  useEffect(() => () => revokeAll(), [])

  const keep = (isKept: (picture: Picture) => boolean) => {
    for (const one of pictures) if (!isKept(one)) URL.revokeObjectURL(one.url)
    setPictures(pictures.filter((one) => isKept(one)))
    setProblems([])
  }
  return {
    pictures,
    problems,
    add: (files: readonly File[]) => {
      const fitting = files.filter((file) => problemOf(file) === null)
      const left = max - pictures.length
      setProblems([
        ...files.flatMap((file) => problemOf(file) ?? []),
        ...(fitting.length > left ? [walletText('deposit.proof.count', { count: left })] : []),
      ])
      const taken = fitting.slice(0, left).map((file) => ({ file, url: URL.createObjectURL(file) }))
      setPictures([...pictures, ...taken])
    },
    remove: (file: File) => keep((one) => one.file !== file),
    clear: () => keep(() => false),
  }
}
