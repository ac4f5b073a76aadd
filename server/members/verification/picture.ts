/** Pixels by row, 8 bits per channel: RGB or RGBA. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly channels: 3 | 4
  readonly data: Uint8ClampedArray
}

/** Red, green, blue from 0 to 255. */
type Colour = readonly [red: number, green: number, blue: number]

/** Converts hue (degrees), saturation and lightness (0 to 1). */
export function hsl(hue: number, saturation: number, lightness: number): Colour {
  const spread = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number): number => {
    const turn = (offset + (((hue % 360) + 360) % 360) / 30) % 12
    return 255 * (lightness - spread * Math.max(-1, Math.min(turn - 3, 9 - turn, 1)))
  }
  return [channel(0), channel(8), channel(4)]
}

function mix(from: Colour, to: Colour, share: number): Colour {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share, from[2] + (to[2] - from[2]) * share]
}

/** Math.hypot takes five times as long because it guards against overflow. */
export const lengthOf = (x: number, y: number): number => Math.sqrt(x * x + y * y)

/** An opaque picture to draw on. Drawing is clipped. */
export class Picture implements Pixels {
  readonly channels = 3
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.data = new Uint8ClampedArray(width * height * 3)
  }

  /** Blends a colour into one pixel; `alpha` from 0 to 1. */
  blend(x: number, y: number, colour: Colour, alpha: number): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height || alpha <= 0) return
    const { data } = this
    const at = (y * this.width + x) * 3
    const [red, green, blue] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
    data[at] = red + (colour[0] - red) * alpha
    data[at + 1] = green + (colour[1] - green) * alpha
    data[at + 2] = blue + (colour[2] - blue) * alpha
  }

  at(x: number, y: number): Colour {
    const at = (y * this.width + x) * 3
    return [this.data[at] ?? 0, this.data[at + 1] ?? 0, this.data[at + 2] ?? 0]
  }

  /** A vertical gradient of evenly spaced colours. */
  gradient(colours: readonly Colour[], top = 0, bottom = this.height): void {
    const last = colours.length - 1
    for (let y = Math.max(0, top); y < Math.min(bottom, this.height); y += 1) {
      const place = ((y - top) / Math.max(1, bottom - top - 1)) * last
      const from = Math.min(Math.floor(place), last - 1)
      const [above, below] = [colours[from], colours[from + 1]]
      if (!above || !below) return
      const colour = mix(above, below, place - from)
      for (let x = 0; x < this.width; x += 1) this.blend(x, y, colour, 1)
    }
  }

  /** A disc with an edge that fades over `softness` pixels. */
  disc(centreX: number, centreY: number, radius: number, colour: Colour, alpha: number, softness = 1): void {
    const reach = Math.ceil(radius + softness)
    for (let y = Math.floor(centreY) - reach; y <= centreY + reach; y += 1) {
      for (let x = Math.floor(centreX) - reach; x <= centreX + reach; x += 1) {
        const distance = lengthOf(x + 0.5 - centreX, y + 0.5 - centreY)
        this.blend(x, y, colour, alpha * Math.min(1, Math.max(0, (radius - distance) / softness + 0.5)))
      }
    }
  }

  /** A radial light that fades outwards. */
  glow(centreX: number, centreY: number, radius: number, colour: Colour, alpha: number): void {
    for (let y = Math.floor(centreY - radius); y <= centreY + radius; y += 1) {
      for (let x = Math.floor(centreX - radius); x <= centreX + radius; x += 1) {
        const share = 1 - lengthOf(x - centreX, y - centreY) / radius
        if (share > 0) this.blend(x, y, colour, alpha * share * share)
      }
    }
  }

  box(left: number, top: number, width: number, height: number, colour: Colour, alpha = 1): void {
    for (let y = Math.round(top); y < Math.round(top + height); y += 1) {
      for (let x = Math.round(left); x < Math.round(left + width); x += 1) this.blend(x, y, colour, alpha)
    }
  }

  /** Fills the area below a line with a gradient to the bottom of the picture. */
  below(heightAt: (x: number) => number, crest: Colour, foot: Colour): void {
    const { data, width, height } = this
    const [red, green, blue] = crest
    const [toRed, toGreen, toBlue] = [foot[0] - red, foot[1] - green, foot[2] - blue]
    for (let x = 0; x < width; x += 1) {
      const line = Math.max(0, heightAt(x))
      const first = Math.ceil(line)
      this.blend(x, first - 1, crest, first - line)
      const step = 1 / Math.max(1, height - line)
      for (let y = first; y < height; y += 1) {
        const share = (y - line) * step
        const at = (y * width + x) * 3
        data[at] = red + toRed * share
        data[at + 1] = green + toGreen * share
        data[at + 2] = blue + toBlue * share
      }
    }
  }
}
