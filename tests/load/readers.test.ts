import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { LOG_FORMATS } from '#load/readers/read-log.ts'
import { corpusFile, GOLDEN, recordsOf, short } from './corpus.ts'

describe('the corpus of recorded logs', () => {
  it.each(Object.entries(GOLDEN))('%s is read exactly', async (name, { format, events }) => {
    const read = await recordsOf(corpusFile(name))
    expect(read.format).toBe(format)
    expect(short(read.records)).toEqual(events)
  })

  it.each(Object.keys(GOLDEN))('%s has the same records in parts of any size', async (name) => {
    const bytes = corpusFile(name)
    const { records } = await recordsOf(bytes)
    for (const chunk of [1, 7, 64]) expect((await recordsOf(bytes, { chunk })).records).toEqual(records)
  })

  it.each(Object.keys(GOLDEN))('%s is read with a byte order mark, as UTF-16 and compressed', async (name) => {
    const bytes = corpusFile(name)
    const { records } = await recordsOf(bytes)
    const text = new TextDecoder().decode(bytes)
    const little = Buffer.from(`\uFEFF${text}`, 'utf16le')
    const forms = [
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
      little,
      Buffer.from(text, 'utf16le'),
      Buffer.from(little).swap16(),
      gzipSync(bytes),
      gzipSync(little),
    ]
    for (const form of forms) expect((await recordsOf(form)).records).toEqual(records)
  })

  it('has a file of every format', () => {
    const known = new Set(Object.values(GOLDEN).map(({ format }) => format))
    expect([...known].toSorted()).toEqual(LOG_FORMATS.map(({ name }) => name).toSorted())
  })
})

describe('a file that is no log', () => {
  it('is refused with the reason', async () => {
    await expect(recordsOf('')).rejects.toThrow('it is empty')
    await expect(recordsOf('[12:00] <ann> hello')).rejects.toThrow(
      'its format is not known: it begins with "[12:00] <ann> hello"',
    )
    await expect(recordsOf('{"t":1,"text":"a"}', { format: 'none' })).rejects.toThrow(
      'there is no format none; known are',
    )
  })

  it('is read as the format that is forced', async () => {
    expect(short((await recordsOf('{"text":"a","at":1}', { format: 'jsonl' })).records)).toEqual(['line 1: no-time'])
  })
})
