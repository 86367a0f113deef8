import { type ColourScheme, paletteOf, type SchemeColours } from '#platform/kernel/palette.ts';
import { brandName } from './brand-name.ts';
import type { Settings } from './settings.ts';

/** The look of the company, from its settings. */
export type Look = Pick<
  Settings,
  | 'businessName'
  | 'brandColour'
  | 'typefaces'
  | 'illustrations'
  | 'logo'
  | 'logoDark'
  | 'logoSquare'
  | 'appName'
>;

/** Letters that fit below an icon on a phone. Source: W3C, Web Application Manifest, short_name. */
const SHORT = 12;

/** Name and short name of the cleaners' app. */
export function appNames({ businessName, appName }: Pick<Look, 'businessName' | 'appName'>) {
  const name = brandName(businessName);
  if (appName !== '') return { name: appName, shortName: appName };
  const [first = name] = name.split(/\s+/);
  return { name: `${name} for cleaners`, shortName: name.length <= SHORT ? name : first.slice(0, SHORT) };
}

/** Whether anything differs from the default look, the name apart. */
export function isOwnLook(look: Look): boolean {
  const { brandColour, typefaces, illustrations, logo, logoDark, logoSquare } = look;
  const isDefault = typefaces === 'standard' && illustrations === 'ours';
  return !isDefault || [brandColour, logo, logoDark, logoSquare].some((value) => value !== '');
}

const CHINESE = "'PingFang SC','Noto Sans SC','Microsoft YaHei'";

interface Family {
  readonly name: string;
  /** In /fonts, without extension. */
  readonly file: string;
  /**
   * Until the font has loaded: a local one, scaled to the same measures, so that nothing moves. Measured with fontkit.
   */
  readonly until: {
    readonly local: string;
    readonly size: string;
    readonly up: string;
    readonly down: string;
  };
}

const REGULAR = 'local("Arial"),local("Liberation Sans"),local("Helvetica")';
const BOLD = 'local("Arial Bold"),local("Liberation Sans Bold"),local("Helvetica Bold")';
const SERIF = 'local("Times New Roman Bold"),local("Liberation Serif Bold"),local("Times Bold")';

const FAMILIES = {
  figtree: {
    name: 'Figtree',
    file: 'figtree',
    until: { local: REGULAR, size: '101.5%', up: '93.6%', down: '24.6%' },
  },
  nunito: {
    name: 'Nunito',
    file: 'nunito',
    until: { local: REGULAR, size: '101.9%', up: '99.2%', down: '34.6%' },
  },
  nunitoBold: {
    name: 'Nunito Headings',
    file: 'nunito',
    until: { local: BOLD, size: '97.9%', up: '103.3%', down: '36.1%' },
  },
  figtreeBold: {
    name: 'Figtree Headings',
    file: 'figtree',
    until: { local: BOLD, size: '96.5%', up: '98.5%', down: '25.9%' },
  },
  serif: {
    name: 'Source Serif 4',
    file: 'source-serif-4',
    until: { local: SERIF, size: '115.7%', up: '89.5%', down: '28.9%' },
  },
  sans: {
    name: 'Source Sans 3',
    file: 'source-sans-3',
    until: { local: REGULAR, size: '94.8%', up: '108%', down: '42.2%' },
  },
} as const satisfies Readonly<Record<string, Family>>;

/** The pairs of typefaces that can be chosen instead of ours. */
const PAIRS: Readonly<Record<Exclude<Look['typefaces'], 'standard'>, { headings: Family; text: Family }>> = {
  modern: { headings: FAMILIES.figtreeBold, text: FAMILIES.figtree },
  friendly: { headings: FAMILIES.nunitoBold, text: FAMILIES.nunito },
  classic: { headings: FAMILIES.serif, text: FAMILIES.sans },
};

function facesOf({ name, file, until }: Family): string {
  return (
    `@font-face{font-family:"${name}";src:url("/fonts/${file}.woff2") format("woff2");font-weight:400 700;font-display:swap}` +
    `@font-face{font-family:"${name} Until";src:${until.local};font-weight:400 700;size-adjust:${until.size};ascent-override:${until.up};descent-override:${until.down};line-gap-override:0%}`
  );
}

/** Four petals in a square of 48. */
export const PETALS =
  'M24 24A13.9 13.9 0 0 1 10 10A13.9 13.9 0 0 1 24 24ZM24 24A13.9 13.9 0 0 1 38 10A13.9 13.9 0 0 1 24 24Z' +
  'M24 24A13.9 13.9 0 0 1 38 38A13.9 13.9 0 0 1 24 24ZM24 24A13.9 13.9 0 0 1 10 38A13.9 13.9 0 0 1 24 24Z';

const SERVICES = ['regular', 'one-time', 'spring-cleaning', 'moving-in-out'] as const;

/** The tile of an hour without a visit, which has the colours of the page. */
function bareTiles({ sunk, line }: SchemeColours): Readonly<Record<string, string>> {
  const tile = `url("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 48 48'><path fill='${sunk}' d='M0 0h48v48H0z'/><path fill='${line}' fill-opacity='.62' d='${PETALS}'/></svg>")`;
  const escaped = tile.replaceAll('#', '%23').replaceAll('<', '%3C').replaceAll('>', '%3E');
  const [first, ...others] = SERVICES.map((service) => `--k-bare-${service}`);
  return {
    [first ?? '']: escaped,
    ...Object.fromEntries(others.map((name) => [name, `var(${first})`])),
  };
}

/** The CSS variables of a scheme's colours, such as `--k-act`. */
export function colourVariables(colours: SchemeColours): Readonly<Record<string, string>> {
  const named = Object.entries(colours).map(([name, colour]) => [`--k-${name}`, colour]);
  return { ...Object.fromEntries(named), ...bareTiles(colours) };
}

/** A look with the widths of its logos by their heights. */
export type PageLookFacts = Look & { readonly logoRatio: number; readonly logoDarkRatio: number };

/** The CSS variables of a look in a scheme. A component reads a logo as a background, so that only one is loaded. */
export function variablesOf(look: PageLookFacts, scheme: ColourScheme): Readonly<Record<string, string>> {
  const { brandColour, logo, logoDark, logoRatio, logoDarkRatio } = look;
  const light = { file: logo || logoDark, ratio: logo === '' ? logoDarkRatio : logoRatio };
  const dark = { file: logoDark || logo, ratio: logoDark === '' ? logoRatio : logoDarkRatio };
  // A logo for the other kind of background stands on a plate.
  const plates = { light: logo === '' ? '#222' : '#0000', dark: logoDark === '' ? '#fff' : '#0000' };
  const own = scheme === 'dark' ? dark : light;
  return {
    ...(brandColour !== '' && colourVariables(paletteOf(brandColour)[scheme])),
    ...(own.file !== '' && {
      '--k-logo-show': 'block',
      '--k-logo-text': 'none',
      '--k-logo': `url("${own.file}")`,
      '--k-logo-ratio': String(own.ratio),
      '--k-logo-plate': plates[scheme],
      '--k-logo-on-dark': `url("${dark.file}")`,
      '--k-logo-on-dark-ratio': String(dark.ratio),
      '--k-logo-on-dark-plate': plates.dark,
    }),
  };
}

/** The CSS variables of a look that are the same in both schemes. */
export function sharedVariables({ typefaces, illustrations }: Look): Readonly<Record<string, string>> {
  return {
    // Without the houses there is no sky behind them.
    ...(illustrations !== 'ours' && {
      '--k-art': 'none',
      '--k-sky': 'var(--k-bg)',
      '--k-ray': 'var(--k-bg)',
    }),
    ...(typefaces !== 'standard' && {
      '--f-disp': `'${PAIRS[typefaces].headings.name}','${PAIRS[typefaces].headings.name} Until',${CHINESE},system-ui,sans-serif`,
      '--f-text': `'${PAIRS[typefaces].text.name}','${PAIRS[typefaces].text.name} Until',${CHINESE},system-ui,sans-serif`,
    }),
  };
}

const written = (variables: Readonly<Record<string, string>>): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}:${value}`)
    .join(';');

/** The faces of chosen typefaces; '' for ours, which every page has. */
export function fontFaces({ typefaces }: Look): string {
  if (typefaces === 'standard') return '';
  const { headings, text } = PAIRS[typefaces];
  return facesOf(headings) + facesOf(text);
}

/** The style sheet of a look, for the head of a page; '' for the default look. Stronger than tokens.css. */
export function lookCss(look: PageLookFacts): string {
  if (!isOwnLook(look)) return '';
  const of = (scheme: ColourScheme) => written({ ...variablesOf(look, scheme), ...sharedVariables(look) });
  const [light, dark] = [of('light'), of('dark')];
  return [
    fontFaces(look),
    light === '' ? '' : `html:root{${light}}`,
    dark === ''
      ? ''
      : `@media(prefers-color-scheme:dark){html:root:not([data-mantine-color-scheme]){${dark}}}` +
        `html:root[data-mantine-color-scheme=dark]{${dark}}`,
  ].join('');
}
