import { allTitles, coverageOf, REQUIREMENTS, uncovered } from './coverage.ts'

/**
 * `npm run requirements`: each requirement with the titles of its tests, then those without. Exit code 1 if one of the
 * latter is in scope. `-- --missing` prints only these.
 */
const SHOWN_TITLES = 3
const rows = coverageOf(REQUIREMENTS, allTitles())
const missing = uncovered(rows)

if (!process.argv.includes('--missing')) {
  for (const { number, scope, wording, titles } of rows) {
    process.stdout.write(`${number.padEnd(20)} ${scope.padEnd(8)} ${String(titles.length).padStart(3)}  ${wording}\n`)
    for (const { file, text } of titles.slice(0, SHOWN_TITLES))
      process.stdout.write(`${' '.repeat(35)}${file}: ${text}\n`)
  }
}
for (const { number, wording } of missing) process.stdout.write(`no test names ${number}: ${wording}\n`)
const inScope = rows.filter(({ scope }) => scope !== 'later')
process.stdout.write(`${inScope.length - missing.length} of ${inScope.length} requirements have a test\n`)
process.exitCode = missing.length === 0 ? 0 : 1
