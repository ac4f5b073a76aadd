import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { createRandom } from '#server/demo/world/random.ts'

const MB = 1_000_000
const PART_BYTES = 1 * MB

const TEXTS = [
  'goal!!!',
  'what a save by the keeper',
  '好球！这也能进',
  'LUL LUL',
  '😂😂 no way',
  'gg',
  'he said "never again" \\o/',
]
const EMOTES = ['LUL', 'Kappa', 'PogChamp']

/** Writes at least so many megabytes: `head`, parts until the size is reached, `tail`. */
async function write(
  file: string,
  megabytes: number,
  parts: { head: string; tail: string; part(index: number): string },
) {
  const stream = createWriteStream(file)
  stream.write(parts.head)
  let index = 0
  for (let written = 0; written < megabytes * MB;) {
    let text = ''
    for (; text.length < PART_BYTES; index += 1) text += parts.part(index)
    const bytes = Buffer.from(text)
    written += bytes.length
    if (!stream.write(bytes)) await once(stream, 'drain')
  }
  stream.end(parts.tail)
  await once(stream, 'finish')
  return index
}

/** A log as TwitchDownloader writes it: one line, comments of about 800 bytes, then embedded images. Returns the number of comments. */
export function writeTwitchLog(file: string, megabytes: number): Promise<number> {
  const random = createRandom(1)
  const comment = (index: number): string => {
    const member = random.between(1, 50_000)
    const text = `${TEXTS[random.between(0, TEXTS.length - 1)]} ${index}`
    const emote = EMOTES[random.between(0, EMOTES.length - 1)] ?? ''
    const name = `viewer_${member}`
    return JSON.stringify({
      _id: `0f8fad5b-d9cb-469f-a165-${String(index).padStart(12, '0')}`,
      created_at: '2026-02-14T18:42:07.312Z',
      channel_id: '12826',
      content_type: 'video',
      content_id: '2100000001',
      content_offset_seconds: Math.floor(index / 40),
      commenter: {
        display_name: name,
        _id: `${100_000_000 + member}`,
        name,
        bio: 'just here for the football',
        created_at: '2019-05-01T10:00:00.000Z',
        updated_at: '2026-01-30T08:15:21.004Z',
        logo: `https://static-cdn.jtvnw.net/jtv_user_pictures/0f8fad5b-d9cb-469f-a165-${member}-profile_image-300x300.png`,
      },
      message: {
        body: `${text} ${emote}`,
        bits_spent: index % 500 === 0 ? 100 : 0,
        fragments: [
          { text: `${text} `, emoticon: null },
          { text: emote, emoticon: { emoticon_id: '425618' } },
        ],
        user_badges: [{ _id: 'subscriber', version: '12' }],
        user_color: '#1E90FF',
        emoticons: [{ _id: '425618', begin: text.length + 1, end: text.length + emote.length }],
      },
    })
  }
  return write(file, megabytes, {
    head: '{"FileInfo":{"Version":{"Major":1,"Minor":4,"Patch":0}},"streamer":{"name":"derby","id":12826},"comments":[',
    part: (index) => `${index === 0 ? '' : ','}${comment(index)}`,
    tail: `],"embeddedData":{"thirdParty":[],"firstParty":[{"id":"425618","data":"${'iVBORw0KGgo'.repeat(1_000)}"}]}}`,
  })
}

const escapeXml = (text: string): string => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')

/** The message of the live server that a recorder writes into `raw`. */
function rawMessage(text: string, member: number, at: string): string {
  const extra = JSON.stringify({
    send_from_me: false,
    mode: 0,
    color: 16_777_215,
    dm_type: 0,
    font_size: 25,
    content: text,
    user_hash: `${member}`,
    emoticon_unique: '',
    hit_combo: 0,
  })
  const info = [
    0,
    1,
    25,
    16_777_215,
    1_771_094_527_312,
    1_771_094_527,
    0,
    `${member}`,
    0,
    0,
    0,
    '',
    0,
    '{}',
    '{}',
    {
      extra,
      mode: 0,
      show_player_type: 0,
      user: { base: { face: `https://i0.hdslb.com/bfs/face/${member}.jpg`, name: `观众${member}` }, uid: member },
    },
  ]
  return escapeXml(
    JSON.stringify([
      info,
      text,
      [member, `观众${member}`, 0, 0, 0, 10_000, 1, ''],
      [21, '德比', 'anchor', 545, 12_632_256, '', 0],
      [0, 0, 9_868_950, '>50000', 0],
      ['', ''],
      0,
      0,
      null,
      { ts: Number(at), ct: 'ABCDEF12' },
      0,
      0,
      null,
      null,
      0,
      105,
    ]),
  )
}

/**
 * A log of a live recorder.
 *
 * @param hasRaw each message with the `raw` message of the server, about 1,200 bytes
 * @returns the number of elements
 */
export function writeRecorderLog(file: string, megabytes: number, hasRaw: boolean): Promise<number> {
  const random = createRandom(2)
  const element = (index: number): string => {
    const member = random.between(1, 50_000)
    const at = (index / 40).toFixed(3)
    if (index % 100 === 0) {
      return `  <gift ts="${at}" user="观众${member}" uid="${member}" giftname="辣条" giftcount="3" price="100" />\n`
    }
    const text = `${TEXTS[random.between(0, TEXTS.length - 1)]} ${index}`
    const raw = hasRaw ? ` raw="${rawMessage(text, member, at)}"` : ''
    return `  <d p="${at},1,25,16777215,1771094527312,0,${member},0" user="观众${member}"${raw}>${escapeXml(text)}</d>\n`
  }
  return write(file, megabytes, {
    head: '<?xml version="1.0" encoding="utf-8"?>\n<i>\n  <chatserver>chat.bilibili.com</chatserver>\n',
    part: element,
    tail: '</i>\n',
  })
}
