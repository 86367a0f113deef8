/**
 * The colours that follow a company's own colour, derived from one colour so that every contrast of the design system
 * holds (docs/decisions/0036-own-look.md). The default colours are those of platform/web/design/tokens.json; a test
 * compares them.
 */

/** Default values of the colours that follow the brand. */
export const BRANDED = {
  light: {
    bg: '#F1F6EE',
    surface: '#FFFFFF',
    sunk: '#E4EDE1',
    line: '#D3DFD1',
    'line-strong': '#6B8378',
    ink: '#0F2D27',
    'ink-2': '#4C645A',
    act: '#0B6B57',
    'act-hover': '#0B5546',
    'act-edge': '#0A3F35',
    'act-ink': '#FFFFFF',
    'act-tint': '#E8F5EF',
    'act-text': '#0B6B57',
    rail: '#0F2D27',
    'rail-ink': '#E9F3EC',
    'rail-ink-2': '#A9C2B6',
    'rail-on': '#1F463D',
  },
  dark: {
    bg: '#0D211D',
    surface: '#15302A',
    sunk: '#0A1B18',
    line: '#2A4A42',
    'line-strong': '#7E998E',
    ink: '#E9F3EC',
    'ink-2': '#A9C2B6',
    act: '#5CCBA8',
    'act-hover': '#7CDABB',
    'act-edge': '#2F8D72',
    'act-ink': '#05211A',
    'act-tint': '#17392F',
    'act-text': '#7CDABB',
    rail: '#081714',
    'rail-ink': '#E9F3EC',
    'rail-ink-2': '#A9C2B6',
    'rail-on': '#17392F',
  },
} as const;

/** Shades 0 to 9 of the default colour, lightest first. */
export const BRAND_SCALE = [
  '#E8F5EF',
  '#CFEBDF',
  '#A6D9C6',
  '#7CC6AC',
  '#5DB39A',
  '#339A7F',
  '#16806A',
  '#0B6B57',
  '#0B5546',
  '#0A3F35',
] as const;

/** The default colour of the brand: jade. */
export const BRAND_COLOUR = BRANDED.light.act;

/**
 * The brand's own tint and the text on it, such as one's own messages in a conversation, and the sky of the home page.
 * The tokens have other names for their defaults.
 */
const TINTS = {
  light: { 'brand-bg': '#CFEBDF', 'brand-ink': '#0A3F35', sky: '#D5E9E0', ray: '#FFF1C6' },
  dark: { 'brand-bg': '#12443A', 'brand-ink': '#BFEBDB', sky: '#12322B', ray: '#1B4138' },
} as const;

/** What is selected, and what needs attention. Only a brand that looks like it changes it (isLikeSun). */
export const SUN = {
  light: { sun: '#F4C95D', 'sun-soft': '#FFF0C2', 'sun-ink': '#3A2A06', 'sun-line': '#8A6310' },
  dark: { sun: '#F4C95D', 'sun-soft': '#43381A', 'sun-ink': '#3A2A06', 'sun-line': '#F4C95D' },
} as const;
/** The hue that it has then, the opposite one. */
const INSTEAD_OF_SUN = '#7C90DC';

export type ColourScheme = 'light' | 'dark';
type Tint = keyof (typeof BRANDED)['light'] | keyof (typeof TINTS)['light'];
type Sun = keyof (typeof SUN)['light'];
export type BrandedToken = Tint | Sun;
export type SchemeColours = Readonly<Record<BrandedToken, string>>;

export interface Palette {
  readonly light: SchemeColours;
  readonly dark: SchemeColours;
  /** Shades 0 to 9, as BRAND_SCALE. */
  readonly scale: readonly string[];
}

/** The colours of the default look. */
export const DEFAULT_PALETTE: Palette = {
  light: { ...BRANDED.light, ...TINTS.light, ...SUN.light },
  dark: { ...BRANDED.dark, ...TINTS.dark, ...SUN.dark },
  scale: BRAND_SCALE,
};

/** `#6b3fa0`: what paletteOf takes. */
export const COLOUR = /^#[0-9a-f]{6}$/i;

/** Linear red, green and blue, 0 to 1. */
type Linear = readonly [number, number, number];

/** WCAG 2.2, "relative luminance". */
function linearOf(hex: string): Linear {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function hexOf(colour: Linear): string {
  const channel = (value: number) => {
    const share = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(Math.min(1, Math.max(0, share)) * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${colour.map(channel).join('')}`;
}

const luminanceOf = ([red, green, blue]: Linear): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** Contrast of two colours, 1 to 21 (WCAG 2.2, "contrast ratio"), rounded to two decimals. */
export function contrastRatio(one: string, other: string): number {
  const both = [luminanceOf(linearOf(one)), luminanceOf(linearOf(other))];
  const [light = 0, dark = 0] = both.sort((a, b) => b - a);
  return Math.round(((light + 0.05) / (dark + 0.05)) * 100) / 100;
}

/** Between two colours. Luminance is linear, so two colours of the same luminance mix to the same luminance. */
function mix(from: Linear, to: Linear, share: number): Linear {
  const at = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * share;
  return [at(0), at(1), at(2)];
}

const greyOf = (luminance: number): Linear => [luminance, luminance, luminance];

/** How much of a lighter shade is the brightened colour; the rest is the colour mixed with white, which is softer. */
const BRIGHT = 0.65;

/** The colour, darkened or lightened to this luminance exactly. */
function atLuminance(colour: Linear, luminance: number): Linear {
  const own = luminanceOf(colour);
  if (own === 0) return greyOf(luminance);
  if (luminance <= own) return scaled(colour, luminance / own);
  return mix(withWhite(colour, luminance), brightened(colour, luminance), BRIGHT);
}

const scaled = (colour: Linear, factor: number): Linear => mix([0, 0, 0], colour, factor);

function withWhite(colour: Linear, luminance: number): Linear {
  const own = luminanceOf(colour);
  return own >= 1 ? colour : mix(colour, [1, 1, 1], (luminance - own) / (1 - own));
}

/** Lightened without white as far as its strongest channel allows. */
function brightened(colour: Linear, luminance: number): Linear {
  const most = scaled(colour, 1 / Math.max(...colour));
  const brightest = luminanceOf(most);
  return luminance <= brightest ? scaled(most, luminance / brightest) : withWhite(most, luminance);
}

/** The greatest difference between two channels. */
const spreadOf = (colour: Linear): number => Math.max(...colour) - Math.min(...colour);

/** A default colour in the hue of the brand: of the same luminance, and at most as far from grey. */
function tinted(brand: Linear, byDefault: string): string {
  const own = linearOf(byDefault);
  const luminance = luminanceOf(own);
  const full = atLuminance(brand, luminance);
  const spread = spreadOf(full);
  return hexOf(spread === 0 ? full : mix(greyOf(luminance), full, Math.min(1, spreadOf(own) / spread)));
}

/** Below this share of colour a brand counts as grey. */
const GREY_SPREAD = 0.02;
/** A grey button looks disabled if it is lighter. */
const DARKEST_GREY = 0.05;

/** The same in the dark scheme, if it is darker. */
const LIGHTEST_GREY = 0.8;

/** Luminances that pass with white text on the button, and 3 : 1 against the page. */
const WITH_WHITE = 0.178;
/** The same with dark text on the button. */
const WITH_INK = { least: 0.212, most: 0.262 };
/** Text in the brand's colour on every background of the light scheme, 4.5 : 1. */
const TEXT_ON_LIGHT = 0.137;
/** Buttons and text in the dark scheme. */
const ON_DARK = { act: 0.3, text: 0.4 };

/** The luminance nearest to the brand's own at which a button passes in the light scheme. */
function buttonLuminance(brand: Linear): number {
  const own = luminanceOf(brand);
  if (spreadOf(brand) < GREY_SPREAD) return Math.min(own, DARKEST_GREY);
  if (own <= WITH_WHITE) return own;
  const withInk = Math.min(Math.max(own, WITH_INK.least), WITH_INK.most);
  return own - WITH_WHITE < withInk - own ? WITH_WHITE : withInk;
}

function lightButton(brand: Linear): Pick<SchemeColours, 'act' | 'act-hover' | 'act-edge' | 'act-ink'> {
  const luminance = buttonLuminance(brand);
  const isDark = luminance <= WITH_WHITE;
  // Darker while pressed or hovered; a black button, or one with dark text, can only become lighter.
  const darker = luminance < 0.02 ? 0.05 : luminance * 0.66;
  const hover = isDark ? darker : luminance * 1.2;
  return {
    act: hexOf(atLuminance(brand, luminance)),
    'act-hover': hexOf(atLuminance(brand, hover)),
    'act-edge': hexOf(atLuminance(brand, luminance < 0.02 ? 0.03 : luminance * 0.4)),
    'act-ink': isDark ? '#ffffff' : hexOf(atLuminance(brand, 0.004)),
  };
}

function darkButton(brand: Linear): Pick<SchemeColours, 'act' | 'act-hover' | 'act-edge' | 'act-ink'> {
  const least = spreadOf(brand) < GREY_SPREAD ? LIGHTEST_GREY : ON_DARK.act;
  const luminance = Math.max(luminanceOf(brand), least);
  return {
    act: hexOf(atLuminance(brand, luminance)),
    'act-hover': hexOf(atLuminance(brand, luminance > 0.75 ? luminance * 0.85 : luminance * 1.2)),
    'act-edge': hexOf(atLuminance(brand, luminance * 0.45)),
    'act-ink': hexOf(atLuminance(brand, 0.008)),
  };
}

/** Degrees between hues, and the contrast below which two of them are taken for the same colour. */
const ALIKE = { hue: 25, contrast: 1.6, leastSpread: 0.25 };

/** Whether buttons in the dark scheme would look like what is selected, as with a yellow brand. */
function isLikeSun(brand: Linear): boolean {
  const { act } = darkButton(brand);
  const button = linearOf(act);
  if (spreadOf(button) < ALIKE.leastSpread || contrastRatio(act, SUN.dark.sun) > ALIKE.contrast) return false;
  const apart = Math.abs(hueOf(button) - hueOf(linearOf(SUN.dark.sun)));
  return Math.min(apart, 360 - apart) <= ALIKE.hue;
}

/** The angle on the colour wheel, in degrees; any for a grey. */
function hueOf([red, green, blue]: Linear): number {
  const spread = spreadOf([red, green, blue]) || 1;
  const most = Math.max(red, green, blue);
  if (most === red) return (360 + (60 * (green - blue)) / spread) % 360;
  return most === green ? 120 + (60 * (blue - red)) / spread : 240 + (60 * (red - green)) / spread;
}

/** Colours in another hue, with the luminance and so the contrasts that they have. */
function tintedAll<N extends string>(hue: Linear, colours: Readonly<Record<N, string>>): Record<N, string> {
  const all = Object.entries<string>(colours).map(([name, colour]) => [name, tinted(hue, colour)]);
  return Object.fromEntries(all) as Record<N, string>;
}

function schemeOf(brand: Linear, scheme: ColourScheme): SchemeColours {
  const neutrals = tintedAll<Tint>(brand, { ...BRANDED[scheme], ...TINTS[scheme] });
  const own = luminanceOf(brand);
  const text = scheme === 'light' ? Math.min(own, TEXT_ON_LIGHT) : Math.max(own, ON_DARK.text);
  return {
    ...neutrals,
    ...(isLikeSun(brand) ? tintedAll<Sun>(linearOf(INSTEAD_OF_SUN), SUN[scheme]) : SUN[scheme]),
    ...(scheme === 'light' ? lightButton(brand) : darkButton(brand)),
    'act-text': hexOf(atLuminance(brand, text)),
    // By day the rays are of the sun's colour, which no brand changes.
    ...(scheme === 'light' && { ray: TINTS.light.ray }),
  };
}

/**
 * The palette of a brand's colour. Neutral colours take its hue and keep the luminance of the default look, so their
 * contrasts are the same; buttons and links take the colour itself where it passes, otherwise the nearest one that does.
 *
 * @param colour `#6B3FA0`; any other text, such as '', is the default
 */
export function paletteOf(colour: string): Palette {
  if (!COLOUR.test(colour) || colour.toUpperCase() === BRAND_COLOUR) return DEFAULT_PALETTE;
  const brand = linearOf(colour);
  return {
    light: schemeOf(brand, 'light'),
    dark: schemeOf(brand, 'dark'),
    // Dark shades are marks and lines in charts: full colour. Light ones are backgrounds.
    scale: BRAND_SCALE.map((shade, index) =>
      index < 4 ? tinted(brand, shade) : hexOf(atLuminance(brand, luminanceOf(linearOf(shade)))),
    ),
  };
}

/** Other neutral colours in the hue of a brand's colour, as in its palette. */
export function neutralsOf(colour: string, byDefault: readonly string[]): readonly string[] {
  if (paletteOf(colour) === DEFAULT_PALETTE) return byDefault;
  return byDefault.map((neutral) => tinted(linearOf(colour), neutral));
}

/** Which colours of buttons had to differ from the brand's own, in plain words; empty if none had to. */
export function whyDiffers(colour: string): readonly string[] {
  if (!COLOUR.test(colour)) return [];
  const own = colour.toLowerCase();
  const { light, dark } = paletteOf(own);
  const isGrey = spreadOf(linearOf(own)) < GREY_SPREAD;
  const lightest = isGrey
    ? 'In light colours buttons are darker than your colour, because a light grey button looks switched off.'
    : 'In light colours buttons are darker than your colour, because it is too pale to stand out from the page.';
  return [
    light.act.toLowerCase() !== own && lightest,
    light['act-text'].toLowerCase() !== own &&
      light.act.toLowerCase() === own &&
      'In light colours links are a little darker than your colour, so that they can be read.',
    dark.act.toLowerCase() !== own &&
      'In dark colours buttons and links are lighter than your colour, because it is too dark on a dark page.',
  ].filter((sentence) => sentence !== false);
}
