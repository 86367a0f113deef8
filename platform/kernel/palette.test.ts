import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { randomCases } from '../testing/random-cases.ts';
import tokens from '../web/design/tokens.json' with { type: 'json' };
import {
  BRAND_COLOUR,
  BRAND_SCALE,
  BRANDED,
  contrastRatio,
  DEFAULT_PALETTE,
  neutralsOf,
  type Palette,
  paletteOf,
  SUN,
  whyDiffers,
} from './palette.ts';

const SCHEMES = ['light', 'dark'] as const;

/** Pairs of a palette below what tokens.json documents as necessary. */
function failedPairs(palette: Palette): string[] {
  return SCHEMES.flatMap((scheme) => {
    const colours: Record<string, string> = { ...tokens.color[scheme], ...palette[scheme] };
    const pairs = {
      ...tokens.contrast[scheme],
      'brand-ink on brand-bg': { needs: 7 },
      'ink on brand-bg': { needs: 4.5 },
    };
    return Object.entries(pairs).flatMap(([pair, { needs }]) => {
      const [ink = '', ground = ''] = pair.split(' on ').map((name) => colours[name] ?? '');
      const ratio = contrastRatio(ink, ground);
      return ratio >= needs ? [] : [`${scheme}: ${pair} is ${ratio}, needs ${needs}`];
    });
  });
}

describe('the default colours', () => {
  it('are those of the design tokens', () => {
    for (const scheme of SCHEMES)
      expect(tokens.color[scheme]).toMatchObject({ ...BRANDED[scheme], ...SUN[scheme] });
    expect(tokens.mantine.colors.jade).toEqual(BRAND_SCALE);
    expect(DEFAULT_PALETTE.light['brand-bg']).toBe(tokens.color.light['regular-bg']);
    expect(DEFAULT_PALETTE.dark['brand-ink']).toBe(tokens.color.dark['regular-ink']);
  });

  test.each(['', 'purple', '#fff', BRAND_COLOUR, BRAND_COLOUR.toLowerCase()])('apply to %j', (colour) => {
    expect(paletteOf(colour)).toBe(DEFAULT_PALETTE);
    expect(whyDiffers(BRAND_COLOUR).join()).not.toContain('light colours buttons');
  });
});

const NAMED = {
  purple: '#6B3FA0',
  yellow: '#FFEB3B',
  'pure yellow': '#FFFF00',
  white: '#FFFFFF',
  black: '#000000',
  grey: '#808080',
  'light grey': '#DDDDDD',
  orange: '#F57C00',
  red: '#D32F2F',
  blue: '#0000FF',
  lime: '#00FF00',
  navy: '#001F3F',
  pink: '#FF80AB',
};

describe('any colour', () => {
  test.each(Object.entries(NAMED))('%s keeps every contrast', (_name, colour) => {
    expect(failedPairs(paletteOf(colour))).toEqual([]);
  });

  it('keeps every contrast, and a scale from light to dark', () => {
    const colour = fc
      .integer({ min: 0, max: 0xffffff })
      .map((number) => `#${number.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(colour, (brand) => {
        const palette = paletteOf(brand);
        expect(failedPairs(palette)).toEqual([]);
        const onBlack = palette.scale.map((shade) => contrastRatio(shade, '#000000'));
        expect(onBlack).toEqual([...onBlack].sort((a, b) => b - a));
        for (const shade of palette.scale) expect(shade).toMatch(/^#[0-9a-f]{6}$/);
      }),
      { numRuns: randomCases(300, 20_000) },
    );
  });
});

test.each([
  // colour, button in light, text on it, button in dark is lighter
  ['#6B3FA0', '#6b3fa0', '#ffffff', true],
  ['#FFEB3B', '#9a8e20', '#0f0d01', false],
  ['#000000', '#000000', '#ffffff', true],
  ['#FFFFFF', '#3f3f3f', '#ffffff', false],
  ['#001F3F', '#001f3f', '#ffffff', true],
])('%s gives buttons of %s with text of %s', (colour, act, ink, isLighter) => {
  const { light, dark } = paletteOf(colour);
  expect([light.act, light['act-ink']]).toEqual([act, ink]);
  expect(contrastRatio(dark.act, '#000000') > contrastRatio(colour, '#000000')).toBe(isLighter);
});

test.each([
  ['#6B3FA0', [/dark colours buttons and links are lighter/]],
  ['#FFEB3B', [/light colours buttons are darker.*pale/]],
  ['#FFFFFF', [/light grey button looks switched off/]],
  ['nonsense', []],
])('%s differs for these reasons', (colour, reasons) => {
  const said = whyDiffers(colour);
  expect(said).toHaveLength(reasons.length);
  for (const [index, reason] of reasons.entries()) expect(said[index]).toMatch(reason);
});

test.each([
  ['#FACC15', true],
  ['#FFFF00', true],
  ['#FFA000', true],
  ['#F57C00', false],
  ['#6D28D9', false],
  ['#FF80AB', false],
  ['#FFFFFF', false],
  ['#111111', false],
])('with %s what is selected has another hue than buttons: %s', (colour, isBlue) => {
  for (const scheme of SCHEMES) {
    const { sun } = paletteOf(colour)[scheme];
    expect(sun === SUN[scheme].sun).toBe(!isBlue);
    expect(Number.parseInt(sun.slice(5), 16) > Number.parseInt(sun.slice(1, 3), 16)).toBe(isBlue);
  }
});

test('other neutral colours take the hue of the brand and keep their luminance', () => {
  const { dark } = tokens.mantine.colors;
  expect(neutralsOf('', dark)).toBe(dark);
  const [purple = ''] = neutralsOf('#6D28D9', ['#3A5D53']);
  expect(Number.parseInt(purple.slice(5), 16)).toBeGreaterThan(Number.parseInt(purple.slice(3, 5), 16));
  expect(contrastRatio(purple, '#3A5D53')).toBeLessThan(1.05);
});

test.each(['#000000', '#111111', '#808080'])(
  'a button of %s does not look switched off in the dark',
  (grey) => {
    const { act, surface } = paletteOf(grey).dark;
    expect(contrastRatio(act, surface)).toBeGreaterThan(9);
  },
);
