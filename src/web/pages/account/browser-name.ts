const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** `Firefox on Linux` from a User-Agent header; the first product name of an unknown browser. */
export function browserName(userAgent: string): string {
  const find = (list: readonly [RegExp, string][]) => list.find(([sign]) => sign.test(userAgent))?.[1];
  const system = find(systems);
  const browser = find(browsers) ?? (userAgent.split(/[\s/]/, 1)[0] || 'Unknown browser');
  return system === undefined ? browser : `${browser} on ${system}`;
}
