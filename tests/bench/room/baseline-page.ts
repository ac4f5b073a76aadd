/**
 * The baseline: a minimal, hand-optimized chat page. No framework, no worker, no sealing, no virtual list, no
 * interaction. Entries are plain JSON over one WebSocket. New ones are rendered once per animation frame, at most CAP
 * rows in one fragment. The list keeps CAP rows, text is set by textContent, and the scroll position is written once
 * without reading layout. Rows have the same box, font, name and text as the product's; a reverted order loses its
 * text. It drops rows that do not fit into a frame and does not count, store or validate anything.
 */
const CAP = 60

/** Box of the list in CSS pixels, so that both lists show the same rows. */
export interface ListBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The complete page. The box of the list is in the query. */
export const BASELINE_PAGE = `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<title>baseline</title>
<style>
  body { margin: 0; font-family: system-ui, sans-serif; }
  #list { position: fixed; box-sizing: border-box; overflow: hidden auto; contain: strict; }
  .row { padding: 3.5px 16px; font-size: 14px; line-height: 1.5715; overflow-wrap: anywhere; }
  .name { color: #666; }
</style>
<div id="list" role="log" aria-live="off"></div>
<script>
  const list = document.getElementById('list')
  const box = new URLSearchParams(location.search)
  for (const side of ['left', 'top', 'width', 'height']) list.style[side] = box.get(side) + 'px'

  const orders = new Map()
  let waiting = []
  let isScheduled = false

  const rowOf = (entry) => {
    const row = document.createElement('div')
    row.className = 'row'
    row.dataset.id = entry.id
    row.dataset.seq = entry.seq
    const name = document.createElement('span')
    name.className = 'name'
    name.textContent = (entry.memberName ?? '') + '：'
    const { message, text } = entry.data
    row.append(name, message ? message.categoryName + ' ' + message.itemName + ' ' + message.score : text ?? '已撤回')
    if (message) orders.set(entry.id, row)
    return row
  }
  const draw = () => {
    isScheduled = false
    const batch = waiting
    waiting = []
    const fragment = document.createDocumentFragment()
    for (const entry of batch) {
      const order = entry.data.orderId && orders.get(entry.data.orderId)
      if (order) order.textContent = '已撤回'
      fragment.append(rowOf(entry))
    }
    list.append(fragment)
    for (let extra = list.childElementCount - ${CAP}; extra > 0; extra -= 1) {
      orders.delete(list.firstChild.dataset.id)
      list.firstChild.remove()
    }
    list.scrollTop = 1e9
  }
  const socket = new WebSocket('ws://' + location.host)
  socket.onopen = () => { document.documentElement.dataset.open = '' }
  socket.onmessage = ({ data }) => {
    const entries = JSON.parse(data)
    waiting = entries.length >= ${CAP} ? entries.slice(-${CAP}) : waiting.concat(entries).slice(-${CAP})
    if (isScheduled) return
    isScheduled = true
    requestAnimationFrame(draw)
  }
</script>
</html>
`
