import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LOG_FORMATS } from '#load/readers/read-log.ts'
import { corpusFile, GOLDEN, recordsInParts, recordsOf, short } from './corpus.ts'

describe('the corpus of recorded logs', () => {
  it.each(Object.entries(GOLDEN))('%s is read exactly', async (name, { format, events }) => {
    const read = await recordsOf(corpusFile(name))
    expect(read.format).toBe(format)
    expect(short(read.records)).toEqual(events)
  })

  it.each(Object.keys(GOLDEN))('%s has the same records in parts of any size', async (name) => {
    const bytes = corpusFile(name)
    const { records } = await recordsOf(bytes)
    for (const size of [1, 7, 64]) expect(recordsInParts(bytes, GOLDEN[name]?.format ?? '', size)).toEqual(records)
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

describe('objects of a JSON array', () => {
  const badge = fc.record({ _id: fc.constantFrom('a', 'b') })
  const comment = fc.record(
    {
      _id: fc.string({ maxLength: 5 }),
      content_offset_seconds: fc.nat(1_000),
      message: fc.record({
        // Ends of objects and beginnings of others, as text.
        body: fc.constantFrom('x', '}},{"_id":"', ']}},\\"', '好 {[', 'a\nb'),
        user_badges: fc.array(fc.oneof(badge, fc.record({ _id: fc.constant('c'), nested: fc.array(badge) }))),
      }),
      tail: fc.oneof(fc.constant(null), fc.constant([]), fc.array(badge, { maxLength: 2 })),
    },
    { requiredKeys: ['_id', 'content_offset_seconds', 'message'] },
  )

  it('are read exactly, with their lines, in any layout and in parts of any size', () => {
    fc.assert(
      fc.property(
        fc.array(comment, { minLength: 1, maxLength: 30 }),
        fc.constantFrom(0, 1, 4),
        fc.constantFrom(1, 50, 65_536),
        (comments, indent, size) => {
          const text = JSON.stringify({ comments, embeddedData: {} }, null, indent)
          // Objects of the array begin at this depth.
          const begin = indent === 0 ? null : `\n${' '.repeat(2 * indent)}{\n`
          let at = 0
          const lines = comments.map(() => {
            if (begin === null) return 1
            at = text.indexOf(begin, at) + 1
            return text.slice(0, at).split('\n').length
          })
          const records = recordsInParts(new TextEncoder().encode(text), 'twitch-json', size)
          expect(records.map(({ line }) => line)).toEqual(lines)
          expect(short(records)).toEqual(
            comments.map(({ _id, content_offset_seconds: seconds, message }) => {
              return `${seconds * 1000} -/- ${_id.trim() === '' ? '-' : _id}: ${message.body}`
            }),
          )
        },
      ),
    )
  })
})

describe('elements of XML', () => {
  it('that are lost in a tag without end are reported', async () => {
    const lost = '<i>\n<chatid id="1"/\n<d p="1,1">a</d>\n<d p="2,1" user="b>\n<d p="3,1">c</d>\n<d p="4,1">d</d></i>'
    const { records } = await recordsOf(lost)
    expect(short(records)).toEqual(['line 2: notice', 'line 2: damaged', 'line 4: damaged', '4000 -/- -: d'])
  })
})

describe('a file that is no log', () => {
  it('is refused with the reason', async () => {
    await expect(recordsOf('')).rejects.toThrow('it is empty')
    await expect(recordsOf('[12:00] <ann> hello')).rejects.toThrow(
      'its format is not known: it begins with "[12:00] <ann> hello"',
    )
    const quoted = '"@tmi-sent-ts=1 :tmi.twitch.tv PRIVMSG #room :a"'
    for (const json of [`[${quoted}]`, `[ {"line": ${quoted}}]`, `[[${quoted}]]`]) {
      await expect(recordsOf(json)).rejects.toThrow('its format is not known')
    }
    await expect(recordsOf(`<log>@tmi-sent-ts=1 :tmi.twitch.tv </log>`)).rejects.toThrow('its format is not known')
    const page = '<!DOCTYPE html><html><body>404, <i>not found</i></body></html>'
    await expect(recordsOf(page)).rejects.toThrow('its format is not known')
    await expect(recordsOf('{"t":1,"text":"a"}', { format: 'none' })).rejects.toThrow(
      'there is no format none; known are',
    )
  })

  it('is read as the format that is forced', async () => {
    expect(short((await recordsOf('{"text":"a","at":1}', { format: 'jsonl' })).records)).toEqual(['line 1: no-time'])
  })
})
