import { useCallback, useEffect, useState } from 'react'
import type { BlobResponse } from '#protocol/endpoints/shapes.ts'

/** An address for bytes that came from the server, let go when others take its place; null without any. */
export function useBlobAddress(): readonly [address: string | null, show: (blob: BlobResponse | null) => void] {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (address === null) return
    return () => URL.revokeObjectURL(address)
  }, [address])
  const show = useCallback((blob: BlobResponse | null) => {
    // A copy, because a view on shared memory is no part of a blob.
    setAddress(blob && URL.createObjectURL(new Blob([new Uint8Array(blob.bytes)], { type: blob.type })))
  }, [])
  return [address, show]
}
