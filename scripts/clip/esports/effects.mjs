import { mix, since } from '../stage.mjs'
import { targetAt } from './battle.mjs'

function glowBall(context, x, y, radius, color, alpha) {
  const glow = context.createRadialGradient(x, y, radius * 0.1, x, y, radius)
  glow.addColorStop(0, '#ffffff')
  glow.addColorStop(0.3, color)
  glow.addColorStop(1, `${color}00`)
  context.globalAlpha = alpha
  context.fillStyle = glow
  context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius)
  context.globalAlpha = 1
}

function line(context, from, to, width, color, alpha) {
  context.globalAlpha = alpha
  context.strokeStyle = color
  context.lineWidth = width
  context.beginPath()
  context.moveTo(from.x, from.y)
  context.lineTo(to.x, to.y)
  context.stroke()
  context.globalAlpha = 1
}

function ring(context, x, y, radius, width, color, alpha) {
  context.globalAlpha = alpha
  context.strokeStyle = color
  context.lineWidth = width
  context.beginPath()
  context.ellipse(x, y, radius, radius * 0.5, 0, 0, 7)
  context.stroke()
  context.globalAlpha = 1
}

function point(from, to, share) {
  return { x: mix(from.x, to.x, share), y: mix(from.y, to.y, share) }
}

const DRAW = {
  bolt(context, spell, seconds) {
    const from = targetAt(spell.from, seconds)
    const to = targetAt(spell.to, seconds)
    if (spell.share > 0.8) return glowBall(context, to.x, to.y, 26, spell.color, (1 - spell.share) * 4)
    const here = point(from, to, spell.share / 0.8)
    const tail = point(from, to, Math.max(0, spell.share / 0.8 - 0.22))
    line(context, tail, here, 3, spell.color, 0.5)
    return glowBall(context, here.x, here.y, 12, spell.color, 1)
  },
  arrow(context, spell, seconds) {
    const from = targetAt(spell.from, seconds)
    const to = targetAt(spell.to, seconds)
    const here = point(from, to, spell.share)
    line(context, point(from, to, Math.max(0, spell.share - 0.3)), here, 2.4, spell.color, 0.9)
    if (spell.share > 0.8) glowBall(context, to.x, to.y, 16, spell.color, 0.9)
  },
  slash(context, spell, seconds) {
    const from = targetAt(spell.from, seconds)
    const to = targetAt(spell.to, seconds)
    const angle = Math.atan2(to.y - from.y, to.x - from.x)
    context.globalAlpha = 1 - spell.share
    context.strokeStyle = spell.color
    context.lineWidth = 5 * (1 - spell.share) + 1
    context.beginPath()
    context.arc(
      to.x - Math.cos(angle) * 14,
      to.y - Math.sin(angle) * 14,
      20,
      angle - 1.3 + spell.share,
      angle + 0.9 + spell.share,
    )
    context.stroke()
    context.globalAlpha = 1
  },
  nova(context, spell) {
    const { x, y, radius, color, share } = spell
    if (share < 0.35) {
      ring(context, x, y, radius, 1.6, color, 0.9)
      return ring(context, x, y, (radius * share) / 0.35, 2.4, color, 0.9)
    }
    const burst = (share - 0.35) / 0.65
    context.globalAlpha = 0.5 * (1 - burst)
    context.fillStyle = color
    context.beginPath()
    context.ellipse(x, y, radius, radius * 0.5, 0, 0, 7)
    context.fill()
    context.globalAlpha = 1
    ring(context, x, y, radius * (0.6 + 0.5 * burst), 6 * (1 - burst), '#f2ecff', 1 - burst)
    for (let spike = 0; spike < 9; spike += 1) {
      const angle = (spike * 2 * Math.PI) / 9
      const foot = { x: x + Math.cos(angle) * radius * 0.72, y: y + Math.sin(angle) * radius * 0.36 }
      line(context, foot, { x: foot.x, y: foot.y - 34 * (1 - burst) }, 4, color, 0.85 * (1 - burst))
    }
    return undefined
  },
  beam(context, spell, seconds) {
    const from = targetAt(spell.from, seconds)
    const to = targetAt(spell.to, seconds)
    const strength = Math.sin(Math.PI * spell.share)
    line(context, from, to, 9 * strength, spell.color, 0.4)
    line(context, from, to, 3.4 * strength, '#fff8e2', 0.95)
    glowBall(context, to.x, to.y, 22 * strength + 1, spell.color, 0.9)
  },
  vortex(context, spell) {
    const { x, y, radius, color, share } = spell
    const strength = Math.min(1, share * 5, (1 - share) * 4)
    context.globalAlpha = 0.32 * strength
    context.fillStyle = color
    context.beginPath()
    context.ellipse(x, y, radius, radius * 0.5, 0, 0, 7)
    context.fill()
    for (let arm = 0; arm < 5; arm += 1) {
      context.globalAlpha = 0.8 * strength
      context.strokeStyle = arm % 2 ? '#ffd0ea' : color
      context.lineWidth = 2.6
      context.beginPath()
      for (let step = 0; step <= 14; step += 1) {
        const reach = (step / 14) * radius
        const angle = (arm * 2 * Math.PI) / 5 + step * 0.16 + share * 12
        context.lineTo(x + Math.cos(angle) * reach, y + Math.sin(angle) * reach * 0.5)
      }
      context.stroke()
    }
    context.globalAlpha = 1
    ring(context, x, y, radius, 2, '#ffd0ea', strength)
  },
  shield(context, spell, seconds) {
    const { x, y } = targetAt(spell.from, seconds)
    const strength = Math.min(1, spell.share * 6, (1 - spell.share) * 3)
    context.globalAlpha = 0.22 * strength
    context.fillStyle = spell.color
    context.beginPath()
    context.ellipse(x, y - 2, 22, 25, 0, 0, 7)
    context.fill()
    context.globalAlpha = 0.9 * strength
    context.strokeStyle = '#d9f0ff'
    context.lineWidth = 1.5
    context.stroke()
    context.globalAlpha = 1
  },
  heal(context, spell, seconds) {
    const { x, y } = targetAt(spell.from, seconds)
    for (let cross = 0; cross < 5; cross += 1) {
      const share = (spell.share * 1.4 + cross * 0.2) % 1
      const at = { x: x + Math.cos(cross * 2.4) * 12, y: y + 14 - share * 34 }
      const alpha = Math.sin(Math.PI * share) * Math.min(1, (1 - spell.share) * 4)
      line(context, { x: at.x - 2.6, y: at.y }, { x: at.x + 2.6, y: at.y }, 1.6, spell.color, alpha)
      line(context, { x: at.x, y: at.y - 2.6 }, { x: at.x, y: at.y + 2.6 }, 1.6, spell.color, alpha)
    }
  },
}

/** Draws the spells in progress. */
export function drawSpells(context, spells, seconds) {
  context.lineCap = 'round'
  for (const spell of spells) DRAW[spell.kind](context, spell, seconds)
}

/** Small shots of ranged minions at the front. */
export function drawShots(context, minions, seconds) {
  for (const minion of minions) {
    if (!minion.isFighting || !minion.isRanged) continue
    const enemy = minions.find((other) => other.team !== minion.team && other.isFighting)
    if (!enemy) continue
    const share = (seconds * 1.1 + minion.order * 0.43) % 1
    if (share > 0.6) continue
    const from = { x: minion.x, y: minion.y - 10 }
    const here = point(from, { x: enemy.x, y: enemy.y - 7 }, share / 0.6)
    glowBall(context, here.x, here.y, 5.5, minion.team === 'blue' ? '#7cd4ff' : '#ff9a7c', 0.95)
  }
}

/** The light column and the ring where a hero has fallen. */
export function drawDeath(context, kill, place, seconds) {
  const share = since(kill.at, seconds) / 1.4
  if (share >= 1) return
  const light = context.createLinearGradient(0, place.y - 90, 0, place.y)
  light.addColorStop(0, 'rgb(255 255 255 / 0)')
  light.addColorStop(1, `rgb(255 244 220 / ${0.55 * (1 - share)})`)
  context.fillStyle = light
  context.fillRect(place.x - 9 * (1 - share), place.y - 90, 18 * (1 - share), 92)
  ring(context, place.x, place.y, 10 + 34 * share, 3 * (1 - share), '#fff0cf', 1 - share)
}
