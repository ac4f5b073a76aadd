import { useCallback, useEffect, useState } from 'react'
import type { BlobResponse } from '#protocol/endpoints/shapes.ts'

/** An object URL for bytes from the server, revoked when it is replaced; null without bytes. */
export function useBlobAddress(): readonly [address: string | null, show: (blob: BlobResponse | null) => void] {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (address === null) return
    return () => URL.revokeObjectURL(address)
  }, [address])
  const show = useCallback((blob: BlobResponse | null) => {
    // Copies the bytes, because a blob cannot be made from a view on shared memory.
    setAddress(blob && URL.createObjectURL(new Blob([new Uint8Array(blob.bytes)], { type: blob.type })))
  }, [])
  return [address, show]
}
