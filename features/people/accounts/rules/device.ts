/** What a device calls itself, in the words on its box; null where it says nothing that we know. */
export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

/** The first that fits: Edge calls itself Chrome too, and all of them Safari. */
const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['WeChat', /MicroMessenger\//],
  ['Facebook', /FBAN|FBAV/],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Edge', /Edg(A|iOS)?\//],
  ['Opera', /OPR\/|OPT\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Version\/.*Safari\//],
];

/** An iPad that asks for the desktop's pages says that it is a Mac: there is no telling. */
const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows NT/],
  ['ChromeOS', /CrOS/],
  ['Mac', /Macintosh/],
  ['Linux', /Linux/],
];

/** Reads a User-Agent header, as far as a person needs it to know their own devices again. */
export function readDevice(userAgent: string): Device {
  const find = (names: typeof BROWSERS) => names.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null;
  return { browser: find(BROWSERS), system: find(SYSTEMS) };
}
