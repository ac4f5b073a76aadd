/** A child of `h`. */
type Child = Node | string | null

type Props = Readonly<Record<string, string | boolean | null | ((event: Event) => void)>>

/** Creates an element. Names that begin with `on` are listeners; null and false leave an attribute out. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  props: Props = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value)
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? '' : value)
  }
  element.append(...children.filter((child) => child !== null))
  return element
}

const SVG = 'http://www.w3.org/2000/svg'

/** Creates an SVG element. */
export function svg(tag: string, props: Readonly<Record<string, string | number>>, ...children: Node[]): SVGElement {
  const element = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(props)) element.setAttribute(name, String(value))
  element.append(...children)
  return element
}

const reduced = window.matchMedia('(prefers-reduced-motion: reduce)')
export const isReduced = (): boolean => reduced.matches

/** Resolves after a time; at once with reduced motion. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    window.setTimeout(resolve, isReduced() ? 0 : ms)
  })
}

/** A group of radio buttons drawn as segments. */
export function choices<Value extends string | number>(
  label: string,
  items: readonly { readonly value: Value; readonly label: string }[],
  chosen: Value,
  onChoose: (value: Value) => void,
): HTMLFieldSetElement {
  const group = h('fieldset', { class: 'choices' }, h('legend', {}, label))
  for (const { value, label: text } of items) {
    const radio = h('input', {
      type: 'radio',
      name: label,
      value: String(value),
      checked: value === chosen,
      onchange: () => onChoose(value),
    })
    group.append(h('label', {}, radio, h('span', {}, text)))
  }
  return group
}

/** 25, 2.5 or 0.48 from hundredths. */
export const times = (hundredths: number): string => String(hundredths / 100)
