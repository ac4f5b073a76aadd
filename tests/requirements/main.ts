import { allTitles, countsOf, coverageOf, isOfSpecification, problemsOf, REQUIREMENTS } from './coverage.ts'

/**
 * `npm run requirements`: each requirement with its scope and the titles of its tests, the requirements that are not done
 * with what is missing, the counts, then the faults of the register. Exit code 1 if there is a fault. `-- --missing` omits
 * the first list.
 */
const MAX_TITLES = 3
const titles = allTitles()
const print = (line: string): void => void process.stdout.write(`${line}\n`)

if (!process.argv.includes('--missing')) {
  for (const { number, scope, wording, titles: shown } of coverageOf(REQUIREMENTS, titles)) {
    print(`${number.padEnd(26)} ${scope.padEnd(8)} ${String(shown.length).padStart(3)}  ${wording}`)
    for (const { file, text } of shown.slice(0, MAX_TITLES)) print(`${' '.repeat(41)}${file}: ${text}`)
  }
}
for (const { number, missing } of REQUIREMENTS) {
  if (missing !== undefined) print(`partial  ${number.padEnd(26)} ${missing}`)
}
for (const { number, waitsFor } of REQUIREMENTS) {
  if (waitsFor !== undefined) print(`later    ${number.padEnd(26)} waits for ${waitsFor}`)
}
const summary = (name: string, requirements: typeof REQUIREMENTS): void => {
  const { done, partial, later, total } = countsOf(requirements)
  print(`${name}: done ${done}, partial ${partial}, later ${later}, total ${total}`)
}
summary('demands of the specification', REQUIREMENTS.filter(isOfSpecification))
summary('with annexes and decisions', REQUIREMENTS)
const problems = problemsOf(REQUIREMENTS, titles)
for (const problem of problems) print(problem)
process.exitCode = problems.length === 0 ? 0 : 1
