import { type Bytes, type Codec, portableCodec } from '#protocol/bytes.ts'

interface NativeBase64 {
  fromBase64?(text: string, options: { readonly alphabet: 'base64url' }): Bytes
}

/** Throws a SyntaxError like {@link portableCodec}. The browser itself accepts white space and padding. */
function fromBase64UrlByBrowser(text: string): Bytes {
  if (text.length % 4 === 1) throw new SyntaxError('not base64url: impossible length')
  const bytes = (Uint8Array as NativeBase64).fromBase64?.(text, { alphabet: 'base64url' })
  if (bytes?.length !== Math.floor((text.length * 3) / 4)) throw new SyntaxError('not base64url: foreign character')
  return bytes
}

/** Uses the browser's base64 decoder if it exists (since 2025). Frames of busy rooms have 130 KB of base64url. */
export const browserCodec: Codec = {
  ...portableCodec,
  ...('fromBase64' in Uint8Array && { fromBase64Url: fromBase64UrlByBrowser }),
}
