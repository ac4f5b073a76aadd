/** Tokens of the header `user-agent`. The first match counts, because browsers also name the ones that they imitate. */
const BROWSERS: readonly (readonly [token: RegExp, name: string])[] = [
  [/\bMicroMessenger\//, 'WeChat'],
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [token: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Annex I: the name of a device for its owner, such as `Chrome · Windows`. Empty if the header says nothing known. */
export function deviceNameOf(userAgent = ''): string {
  return [BROWSERS, SYSTEMS].flatMap((names) => names.find(([token]) => token.test(userAgent))?.[1] ?? []).join(' · ')
}
