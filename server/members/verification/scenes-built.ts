import { hsl } from './picture.ts'
import type { Scene } from './scene.ts'

/** A full grandstand under floodlights in front of a pitch. */
export const stadium: Scene = (picture, random) => {
  const { width, height } = picture
  const hue = random.between(200, 260)
  picture.gradient([hsl(hue, 0.6, 0.1), hsl(hue + 15, 0.5, 0.28)], 0, 62)
  const shirts = [random.between(0, 360), random.between(0, 360), 45]
  picture.gradient([hsl(hue, 0.3, 0.2), hsl(hue, 0.35, 0.32)], 34, 96)
  for (let y = 36; y < 95; y += 3.4) {
    for (let x = random.between(0, 3); x < width; x += 3.6) {
      const shirt = hsl(random.pick(shirts), 0.65, random.between(0.35, 0.75))
      picture.box(x + random.between(-1, 1), y, 2.4, 2.4, shirt, 0.85)
    }
  }
  picture.box(0, 91, width, 7, hsl(hue, 0.4, 0.9), 0.92)
  for (let x = random.between(-30, 0); x < width; x += 46) {
    picture.box(x, 92, random.between(20, 40), 5, hsl(random.pick(shirts), 0.8, 0.45), 0.95)
  }
  const grass = random.between(95, 140)
  for (let x = 0; x < width; x += 1) {
    for (let y = 98; y < height; y += 1) {
      const stripe = Math.floor((x - width / 2) / (18 + (y - 98) * 0.45) + 40) % 2
      picture.blend(x, y, hsl(grass, 0.5, 0.27 + stripe * 0.06 + (y - 98) / 900), 1)
    }
  }
  picture.box(0, 112, width, 1.6, hsl(0, 0, 1), 0.75)
  for (const x of [
    random.between(14, 70),
    random.between(width / 2 - 30, width / 2 + 30),
    width - random.between(14, 70),
  ]) {
    picture.box(x - 2, 8, 4, 40, hsl(hue, 0.2, 0.45), 0.9)
    picture.glow(x, 12, 58, hsl(50, 0.9, 0.92), 0.75)
    for (let lamp = 0; lamp < 8; lamp += 1)
      picture.disc(x - 9 + (lamp % 4) * 6, 8 + Math.floor(lamp / 4) * 6, 2.4, hsl(52, 1, 0.97), 1)
  }
}

/** Three rows of houses with lit windows under the moon. */
export const city: Scene = (picture, random) => {
  const { width, height } = picture
  const hue = random.between(190, 340)
  picture.gradient([hsl(hue, 0.55, 0.14), hsl(hue + 25, 0.55, 0.36), hsl(hue + 60, 0.75, 0.66)])
  for (let star = 0; star < 50; star += 1)
    picture.disc(random.between(0, width), random.between(0, 70), 0.8, hsl(50, 0.8, 0.95), 0.8)
  const moonX = random.between(30, width - 30)
  picture.glow(moonX, 30, 60, hsl(50, 0.8, 0.9), 0.6)
  picture.disc(moonX, 30, 12, hsl(50, 0.7, 0.94), 1, 1.5)
  for (const depth of [0, 1, 2]) {
    const wall = hsl(hue + 20 - depth * 10, 0.4, 0.34 - depth * 0.11)
    for (let x = random.between(-20, 0); x < width;) {
      const wide = random.between(18, 40)
      const top = height - random.between(36, 96 - depth * 22)
      picture.box(x, top, wide - 2, height - top, wall)
      if (random.next() < 0.4) picture.box(x + wide / 2 - 2, top - random.between(5, 14), 2, 14, wall)
      for (let row = top + 5; row < height - 3; row += 7) {
        for (let column = x + 4; column < x + wide - 6; column += 6) {
          if (random.next() < 0.5)
            picture.box(column, row, 3, 4, hsl(random.between(35, 58), 0.9, 0.7), 0.45 + depth * 0.22)
        }
      }
      x += wide
    }
  }
}
