#!/usr/bin/env bash
# otpauth 9.5.2: TOTP.validate() of a token in full-width digits throws RangeError in Node instead of returning null.
# Input methods of East Asian languages type such digits. The documentation: "Returns the token delta or null if it is
# not found in the search window, in which case it should be considered invalid."
# Cause: lengths are compared in UTF-16 units before crypto.timingSafeEqual() compares the UTF-8 bytes.
# Exit code 0 if the behaviour is as described, 1 if it has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund --silent otpauth@9.5.2
cat >check.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { Secret, TOTP } from 'otpauth'

const { version } = JSON.parse(readFileSync('node_modules/otpauth/package.json', 'utf8'))
const totp = new TOTP({ secret: Secret.fromBase32('JBSWY3DPEHPK3PXP') })
const validate = (token) => {
  try {
    return `returns ${totp.validate({ token, timestamp: 0 })}`
  } catch (error) {
    return `throws ${error.name} ${error.code}: ${error.message}`
  }
}
const seen = Object.fromEntries(['000000', '12345', 'abcdef', '１２３４５６', '12345é'].map((token) => [token, validate(token)]))
console.log(`otpauth ${version} on Node ${process.version}`)
for (const [token, result] of Object.entries(seen)) console.log(`validate({ token: '${token}' }) ${result}`)
const isAsDescribed =
  version === '9.5.2' &&
  ['000000', '12345', 'abcdef'].every((token) => seen[token] === 'returns null') &&
  ['１２３４５６', '12345é'].every((token) => seen[token].startsWith('throws RangeError ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH'))
console.log(isAsDescribed ? 'As described: wrong tokens of six characters throw if they are not ASCII.' : 'The behaviour has changed.')
process.exitCode = isAsDescribed ? 0 : 1
JS
node check.mjs
