// Runs the bundle of server-child.ts that the first argument names.
import { pathToFileURL } from 'node:url'

const [bundle = '', options = '{}'] = process.argv.slice(2)
const { run } = await import(pathToFileURL(bundle).href)
await run(JSON.parse(options))
