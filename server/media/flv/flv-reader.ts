/** One tag of an FLV file. `time` is in milliseconds. */
export interface FlvTag {
  readonly type: 'audio' | 'video' | 'script'
  readonly time: number
  readonly body: Buffer
}

const HEADER_BYTES = 9
const SIZE_FIELD_BYTES = 4
const TAG_HEADER_BYTES = 11
const TAG_TYPES = new Map<number, FlvTag['type']>([
  [8, 'audio'],
  [9, 'video'],
  [18, 'script'],
])

/**
 * Splits an FLV file into its tags.
 *
 * @throws RangeError if the file is truncated or not FLV
 */
export function readFlvTags(file: Buffer): FlvTag[] {
  if (file.length < HEADER_BYTES || file.toString('latin1', 0, 3) !== 'FLV') throw new RangeError('is no FLV file')
  const tags: FlvTag[] = []
  let at = file.readUInt32BE(5) + SIZE_FIELD_BYTES
  while (at < file.length) {
    const end = at + TAG_HEADER_BYTES + (at + TAG_HEADER_BYTES <= file.length ? file.readUIntBE(at + 1, 3) : 0)
    if (end + SIZE_FIELD_BYTES > file.length) throw new RangeError(`is cut short in the tag at byte ${at}`)
    const type = TAG_TYPES.get(file.readUInt8(at))
    const time = file.readUIntBE(at + 4, 3) + file.readUInt8(at + 7) * 0x1000000
    if (type) tags.push({ type, time, body: file.subarray(at + TAG_HEADER_BYTES, end) })
    at = end + SIZE_FIELD_BYTES
  }
  return tags
}
