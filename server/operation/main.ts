import { realpathSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { readEnvironment, type Environment } from '../config/config.ts'
import { errorText } from '../config/describe-error.ts'
import { StartError } from '../config/start-error.ts'
import { examine, reportOf } from './doctor/doctor.ts'

/** Where a command writes; replaced by tests. */
export interface Output {
  /** Appends text to the standard output. */
  out(text: string): void
  /** Appends text to the standard error output. */
  err(text: string): void
}

interface Command {
  /** Arguments after the name, for the usage text. */
  readonly usage: string
  readonly options: NonNullable<ParseArgsConfig['options']>
  /** Number of positional arguments. */
  readonly files: number
  /** Returns the exit code. */
  run(environment: Environment, given: Given, output: Output): Promise<number>
}

interface Given {
  readonly files: readonly string[]
  readonly flags: Readonly<Record<string, unknown>>
}

const COMMANDS: Readonly<Record<string, Command>> = {
  doctor: {
    usage: 'doctor [--json] [--origin https://live.example.com]',
    options: { json: { type: 'boolean' }, origin: { type: 'string', multiple: true } },
    files: 0,
    async run(environment, { flags }, output) {
      const pageOrigins = (flags['origin'] as string[] | undefined)?.map(originOf)
      const findings = await examine(environment, pageOrigins ? { pageOrigins } : {})
      output.out(flags['json'] === true ? `${JSON.stringify({ findings }, null, 2)}\n` : reportOf(findings))
      return findings.some(({ outcome }) => outcome === 'problem') ? 1 : 0
    },
  },
}

/** Exit code of a wrong command line. */
const USAGE_ERROR = 2

/** @throws StartError if the text is not an origin */
function originOf(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text).origin
  throw new StartError(`--origin expects an address such as https://live.example.com; it is ${text}`)
}

/** Runs a command of the operator and returns the exit code: 0, 1 for a problem, 2 for a wrong command line. */
export async function runOperation(args: readonly string[], environment: Environment, output: Output): Promise<number> {
  const [name = '', ...rest] = args
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) {
    const usages = Object.values(COMMANDS).map(({ usage }) => `  npm run ${usage.replace(' ', ' -- ')}\n`)
    output.err(`Usage:\n${usages.join('')}`)
    return USAGE_ERROR
  }
  const given = parse(command, rest)
  if (given === null) {
    output.err(`Usage: npm run ${command.usage.replace(' ', ' -- ')}\n`)
    return USAGE_ERROR
  }
  try {
    return await command.run(environment, given, output)
  } catch (error) {
    const lines = error instanceof StartError ? error.problems : [errorText(error)]
    output.err(lines.map((line) => `${line}\n`).join(''))
    return 1
  }
}

function parse({ options, files }: Command, args: readonly string[]): Given | null {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    return positionals.length === files ? { files: positionals, flags: values } : null
  } catch {
    return null
  }
}

const started = process.argv[1]
if (started !== undefined && /operation(?:[\\/]main)?\.[jt]s$/.test(started)) {
  if (import.meta.url === pathToFileURL(realpathSync(started)).href) {
    const output: Output = {
      out: (text) => void process.stdout.write(text),
      err: (text) => void process.stderr.write(text),
    }
    try {
      process.exitCode = await runOperation(process.argv.slice(2), readEnvironment(process.env), output)
    } catch (error) {
      // An unknown key in .env.
      output.err(`${errorText(error)}\n`)
      process.exitCode = 1
    }
  }
}
