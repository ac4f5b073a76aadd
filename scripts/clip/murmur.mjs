import { LOOP_SECONDS, seeded } from './stage.mjs'

export const SAMPLE_RATE = 48_000
const SAMPLES = SAMPLE_RATE * LOOP_SECONDS

/** Second-order band pass, run twice over the loop so that its end matches its start. */
function bandPass(input, frequency, quality) {
  const omega = (2 * Math.PI * frequency) / SAMPLE_RATE
  const alpha = Math.sin(omega) / (2 * quality)
  const gain = alpha / (1 + alpha)
  const feedback1 = (-2 * Math.cos(omega)) / (1 + alpha)
  const feedback2 = (1 - alpha) / (1 + alpha)
  const output = new Float64Array(input.length)
  let x1 = 0
  let x2 = 0
  let y1 = 0
  let y2 = 0
  for (let pass = 0; pass < 2; pass += 1) {
    for (let index = 0; index < input.length; index += 1) {
      const x = input[index]
      const y = gain * (x - x2) - feedback1 * y1 - feedback2 * y2
      x2 = x1
      x1 = x
      y2 = y1
      y1 = y
      output[index] = y
    }
  }
  return output
}

/** Slow volume changes, periodic over the loop; `turns` and `phase` differ per voice. */
function swell(index, turns, phase) {
  const angle = (2 * Math.PI * index) / SAMPLES
  return 0.72 + 0.18 * Math.sin(turns * angle + phase) + 0.1 * Math.sin((turns * 2 + 3) * angle + phase * 1.7)
}

/** Moments at which the crowd gets louder: second of the loop, width in seconds, strength. */
const WAVES = [
  [5.2, 1.6, 0.55],
  [10, 1.3, 0.9],
  [22.4, 1.2, 0.4],
]

function cheer(seconds) {
  let sum = 0
  for (const [at, width, strength] of WAVES) {
    const away = Math.abs(((seconds - at + LOOP_SECONDS * 1.5) % LOOP_SECONDS) - LOOP_SECONDS / 2)
    sum += strength * Math.exp(-((away / width) ** 2))
  }
  return sum
}

/** The noise of a crowd, mono, 24 s, as signed 16-bit samples: filtered noise in five voices. */
export function murmur() {
  const voices = [
    { frequency: 210, quality: 0.8, level: 1, turns: 3, phase: 0.3, rise: 0.2 },
    { frequency: 430, quality: 1.1, level: 0.8, turns: 5, phase: 1.9, rise: 0.6 },
    { frequency: 760, quality: 1.2, level: 0.55, turns: 4, phase: 3.1, rise: 1 },
    { frequency: 1250, quality: 1, level: 0.3, turns: 7, phase: 4.4, rise: 1.3 },
    { frequency: 2400, quality: 0.7, level: 0.1, turns: 6, phase: 5.2, rise: 1.2 },
  ]
  const mix = new Float64Array(SAMPLES)
  for (const [order, voice] of voices.entries()) {
    const next = seeded(77 + order)
    const noise = Float64Array.from({ length: SAMPLES }, () => next() + next() + next() - 1.5)
    const band = bandPass(noise, voice.frequency, voice.quality)
    for (let index = 0; index < SAMPLES; index += 1) {
      const loud = swell(index, voice.turns, voice.phase) * (1 + voice.rise * cheer(index / SAMPLE_RATE))
      mix[index] += band[index] * voice.level * loud
    }
  }
  const peak = mix.reduce((max, value) => Math.max(max, Math.abs(value)), 0)
  return Int16Array.from(mix, (value) => Math.round((value / peak) * 0.42 * 32_767))
}
