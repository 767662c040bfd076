/** "Firefox on Windows": enough for users to recognize their own device, too little to identify anyone. */
const BROWSERS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bEdgA?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** The first product in the user agent, such as 'curl/8.5'; 'Mozilla', which every browser begins with, is skipped. */
const PRODUCT = /^(?!Mozilla\/)([A-Za-z][\w-]{1,30})\/\d/;

/** The browser and system of a user agent: 'Firefox on Windows'. For an unknown one, its own name for itself. */
export function deviceName(userAgent: string | undefined): string {
  const agent = (userAgent ?? '').slice(0, 512);
  const find = (names: typeof BROWSERS): string | undefined => names.find(([pattern]) => pattern.test(agent))?.[1];
  const system = find(SYSTEMS);
  const browser = find(BROWSERS) ?? PRODUCT.exec(agent)?.[1] ?? (system ? 'a browser' : 'an unknown device');
  return system === undefined ? browser : `${browser} on ${system}`;
}
