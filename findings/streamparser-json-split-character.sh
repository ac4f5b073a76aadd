#!/usr/bin/env bash
# @streamparser/json 0.0.22: a character of three or four bytes that is split over three or more chunks is lost. Three
# bytes: the parser waits in the string for ever and reports valid JSON as incomplete. Four bytes: it returns NUL and U+FFFD
# without an error. The README passes a stream "in several chunks" without a limit of where they may be cut; a character in
# two chunks is read correctly.
# Exit code 0 if the behaviour is as described, 1 if it has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund --silent @streamparser/json@0.0.22
cat >check.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { JSONParser } from '@streamparser/json'

const { version } = JSON.parse(readFileSync('node_modules/@streamparser/json/package.json', 'utf8'))
function parse(text, cuts) {
  let result = 'no value'
  const parser = new JSONParser({ paths: ['$'] })
  parser.onValue = ({ value }) => (result = value)
  parser.onError = (error) => (result = `error: ${error.message}`)
  const bytes = Buffer.from(text)
  let from = 0
  for (const cut of [...cuts, bytes.length]) {
    parser.write(Uint8Array.from(bytes.subarray(from, cut)))
    from = cut
  }
  if (!parser.isEnded) parser.end()
  return JSON.stringify(result)
}
// The character begins at byte 3.
const cases = { '["a好b"]': [[], [4], [5], [4, 5]], '["a😀b"]': [[], [4], [5], [6], [4, 5, 6]] }
const seen = Object.entries(cases).flatMap(([text, all]) => all.map((cuts) => [text, cuts, parse(text, cuts)]))
console.log(`@streamparser/json ${version} on Node ${process.version}`)
for (const [text, cuts, result] of seen) console.log(`${text} cut at [${cuts}]: ${result}`)
const isAsDescribed =
  version === '0.0.22' &&
  seen.every(([text, cuts, result]) => {
    if (cuts.length < 2) return result === text
    return text.includes('好') ? result.includes('ended in the middle of a token') : /\\u0000/.test(result)
  })
console.log(isAsDescribed ? 'As described: characters in three chunks and more are lost.' : 'The behaviour has changed.')
process.exitCode = isAsDescribed ? 0 : 1
JS
node check.mjs
