/** What stands where neither the network nor a kept shell of the asked site is there. Nothing in it comes from outside. */
const OFFLINE_PAGE = `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>看台 · 没有网络</title>
</head>
<body style="display:grid;min-height:90vh;place-content:center;padding:24px;font:16px/26px system-ui,sans-serif">
<main>
<h1 style="font-size:20px">现在没有网络</h1>
<p>看台还没存到这台设备上，连上网再进场。</p>
<p><a href="">重试</a></p>
</main>
</body>
</html>
`

/** A new answer with that page. */
export function offlinePage(): Response {
  return new Response(OFFLINE_PAGE, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } })
}
