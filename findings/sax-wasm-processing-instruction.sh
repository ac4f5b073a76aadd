#!/usr/bin/env bash
# sax-wasm 3.1.4: a processing instruction ends at the first `>` instead of `?>`. What follows is read as elements and
# text. XML 1.0, 2.6: PI ::= '<?' PITarget (S (Char* - (Char* '?>' Char*)))? '?>'. saxes reads the same document correctly.
# Exit code 0 if the behaviour is as described, 1 if it has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund --silent sax-wasm@3.1.4 saxes@6.0.0
cat >check.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { SAXParser, SaxEventType } from 'sax-wasm'
import { SaxesParser } from 'saxes'

const { version } = JSON.parse(readFileSync('node_modules/sax-wasm/package.json', 'utf8'))
const DOCUMENT = '<i><?recorder <d p="9">old</d> ?><d p="1">x</d></i>'

async function withSaxWasm() {
  const seen = []
  const parser = new SAXParser(SaxEventType.OpenTag | SaxEventType.Text)
  await parser.prepareWasm(readFileSync('node_modules/sax-wasm/lib/sax-wasm.wasm'))
  parser.eventHandler = (event, detail) => seen.push(event === SaxEventType.OpenTag ? `<${detail.name}>` : detail.value)
  parser.write(Buffer.from(DOCUMENT))
  parser.end()
  return seen.join(' ')
}

function withSaxes() {
  const seen = []
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => seen.push(`<${name}>`))
  parser.on('text', (text) => seen.push(text))
  parser.write(DOCUMENT).close()
  return seen.join(' ')
}

const [wasm, saxes] = [await withSaxWasm(), withSaxes()]
console.log(`sax-wasm ${version} on Node ${process.version}`)
console.log(`document: ${DOCUMENT}`)
console.log(`sax-wasm: ${wasm}`)
console.log(`saxes:    ${saxes}`)
const isAsDescribed = version === '3.1.4' && saxes === '<i> <d> x' && wasm.includes('old')
console.log(isAsDescribed ? 'As described: text of the instruction is read as content.' : 'The behaviour has changed.')
process.exitCode = isAsDescribed ? 0 : 1
JS
node check.mjs
