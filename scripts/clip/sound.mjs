import PLAY from './basketball/play.json' with { type: 'json' }
import BATTLE from './esports/battle.json' with { type: 'json' }
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

/** Moments at which a crowd gets louder: second of the loop, width in seconds, strength. */
const CHEERS = {
  football: [
    [5.2, 1.6, 0.55],
    [10, 1.3, 0.9],
    [22.4, 1.2, 0.4],
  ],
  basketball: [
    [8.3, 1.1, 1.3],
    [18.2, 0.9, 0.6],
    [6.9, 0.5, 0.4],
  ],
}

function cheer(waves, seconds) {
  let sum = 0
  for (const [at, width, strength] of waves) {
    const away = Math.abs(((seconds - at + LOOP_SECONDS * 1.5) % LOOP_SECONDS) - LOOP_SECONDS / 2)
    sum += strength * Math.exp(-((away / width) ** 2))
  }
  return sum
}

function noise(seed, length = SAMPLES) {
  const next = seeded(seed)
  return Float64Array.from({ length }, () => next() + next() + next() - 1.5)
}

/** The noise of a crowd: filtered noise in five voices. */
function murmur(waves) {
  const voices = [
    { frequency: 210, quality: 0.8, level: 1, turns: 3, phase: 0.3, rise: 0.2 },
    { frequency: 430, quality: 1.1, level: 0.8, turns: 5, phase: 1.9, rise: 0.6 },
    { frequency: 760, quality: 1.2, level: 0.55, turns: 4, phase: 3.1, rise: 1 },
    { frequency: 1250, quality: 1, level: 0.3, turns: 7, phase: 4.4, rise: 1.3 },
    { frequency: 2400, quality: 0.7, level: 0.1, turns: 6, phase: 5.2, rise: 1.2 },
  ]
  const mix = new Float64Array(SAMPLES)
  for (const [order, voice] of voices.entries()) {
    const band = bandPass(noise(77 + order), voice.frequency, voice.quality)
    for (let index = 0; index < SAMPLES; index += 1) {
      const loud = swell(index, voice.turns, voice.phase) * (1 + voice.rise * cheer(waves, index / SAMPLE_RATE))
      mix[index] += band[index] * voice.level * loud
    }
  }
  return mix
}

/**
 * Adds a note at second `at`: `pitch(age)` in Hz, decay in seconds, and a share of noise. It continues at the start of
 * the loop.
 */
function strike(mix, { at, pitch, decay, level, hiss = 0, attack = 0.004 }) {
  const start = Math.round(at * SAMPLE_RATE)
  const length = Math.min(SAMPLES, Math.round(decay * 6 * SAMPLE_RATE))
  const breath = noise(Math.round(at * 1000) + 1, hiss > 0 ? length : 0)
  let angle = 0
  for (let index = 0; index < length; index += 1) {
    const age = index / SAMPLE_RATE
    angle += (2 * Math.PI * pitch(age)) / SAMPLE_RATE
    const loud = level * Math.min(1, age / attack) * Math.exp(-age / decay)
    const place = (start + index) % SAMPLES
    mix[place] += loud * ((1 - hiss) * Math.sin(angle) + hiss * (breath[index] ?? 0))
  }
}

/** Bounces of the ball, squeaks of shoes and the net, over the crowd of a hall. */
function hall() {
  const mix = murmur(CHEERS.basketball)
  for (const { dribble, swish, at } of PLAY.holds) {
    const [from, to] = dribble ?? [0, 0]
    for (let second = from + 0.29; second < to; second += 0.58)
      strike(mix, { at: second, pitch: (age) => 70 + 60 * Math.exp(-age * 40), decay: 0.05, level: 0.9, hiss: 0.1 })
    if (swish) strike(mix, { at, pitch: () => 900, decay: 0.12, level: 1.1, hiss: 0.96, attack: 0.03 })
  }
  const next = seeded(5)
  for (let squeak = 0; squeak < 26; squeak += 1) {
    const high = 2100 + next() * 900
    strike(mix, {
      at: next() * LOOP_SECONDS,
      pitch: (age) => high + 3000 * age,
      decay: 0.03,
      level: 0.22,
      attack: 0.01,
    })
  }
  return mix
}

const SPELL_SOUNDS = {
  bolt: { pitch: (age) => 260 + 900 * Math.exp(-age * 9), decay: 0.14, level: 0.5, hiss: 0.12 },
  arrow: { pitch: (age) => 1300 * Math.exp(-age * 12) + 300, decay: 0.06, level: 0.42, hiss: 0.5 },
  slash: { pitch: () => 1700, decay: 0.07, level: 0.45, hiss: 0.92, attack: 0.03 },
  nova: { pitch: (age) => 44 + 120 * Math.exp(-age * 5), decay: 0.4, level: 1.2, hiss: 0.3, attack: 0.25 },
  beam: { pitch: (age) => 420 + 160 * Math.sin(age * 90), decay: 0.22, level: 0.5, attack: 0.05 },
  vortex: { pitch: (age) => 70 + 40 * age, decay: 0.6, level: 0.9, hiss: 0.45, attack: 0.3 },
  shield: { pitch: (age) => 520 + 200 * age, decay: 0.25, level: 0.34, attack: 0.05 },
  heal: { pitch: (age) => 660 + (age > 0.12 ? 220 : 0), decay: 0.22, level: 0.34, attack: 0.03 },
}

/** Chords of a piece of 24 s in semitones above A2 (110 Hz); each lasts 6 s. */
const CHORDS = {
  esports: [
    [0, 7, 12, 15],
    [-4, 8, 12, 15],
    [-7, 5, 12, 17],
    [-2, 5, 10, 14],
  ],
  anchor: [
    [3, 10, 14, 19],
    [0, 10, 15, 19],
    [-4, 8, 15, 19],
    [-2, 8, 12, 17],
  ],
}

function hertz(semitones) {
  return 110 * 2 ** (semitones / 12)
}

/** Low notes and drums of 120 beats a minute under the sounds of the spells. */
function arena() {
  const mix = new Float64Array(SAMPLES)
  for (const [order, chord] of CHORDS.esports.entries()) {
    for (const [voice, tone] of chord.entries())
      strike(mix, { at: order * 6, pitch: () => hertz(tone), decay: 2.6, level: 0.2 - voice * 0.02, attack: 0.9 })
    for (let beat = 0; beat < 12; beat += 1) {
      const at = order * 6 + beat * 0.5
      strike(mix, { at, pitch: (age) => 48 + 90 * Math.exp(-age * 30), decay: 0.09, level: beat % 2 ? 0.25 : 0.62 })
      strike(mix, {
        at: at + 0.25,
        pitch: () => hertz(chord[0] - 12 + (beat % 4 === 3 ? 7 : 0)),
        decay: 0.16,
        level: 0.3,
      })
      strike(mix, { at: at + 0.25, pitch: () => 6000, decay: 0.02, level: 0.1, hiss: 0.95 })
    }
  }
  for (const { kind, at } of BATTLE.spells) strike(mix, { at, ...SPELL_SOUNDS[kind] })
  for (const { at } of BATTLE.kills)
    strike(mix, { at, pitch: (age) => 180 * Math.exp(-age * 2) + 60, decay: 0.5, level: 0.8, hiss: 0.12 })
  return mix
}

/** Quiet broken chords, as before a talk begins, over the air of a studio. */
function studio() {
  const mix = bandPass(noise(9), 240, 0.5).map((value) => value * 0.05)
  for (const [order, chord] of CHORDS.anchor.entries()) {
    for (let note = 0; note < 8; note += 1) {
      const tone = chord[[0, 2, 1, 3, 2, 3, 1, 2][note]] + (note > 3 ? 12 : 0)
      const at = order * 6 + note * 0.75
      strike(mix, { at, pitch: () => hertz(tone), decay: 0.9, level: 0.34, attack: 0.012 })
      strike(mix, { at, pitch: () => 2 * hertz(tone), decay: 0.4, level: 0.1, attack: 0.008 })
    }
    strike(mix, { at: order * 6, pitch: () => hertz(chord[0] - 12), decay: 2, level: 0.4, attack: 0.05 })
  }
  return mix
}

const SOUNDS = { football: () => murmur(CHEERS.football), basketball: hall, esports: arena, anchor: studio }

/** The sound of a clip: mono, 24 s, signed 16-bit samples. */
export function soundOf(kind) {
  const mix = SOUNDS[kind]()
  const peak = mix.reduce((max, value) => Math.max(max, Math.abs(value)), 0)
  return Int16Array.from(mix, (value) => Math.round((value / peak) * 0.42 * 32_767))
}
