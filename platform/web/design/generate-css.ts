/**
 * Generates tokens.css from tokens.json and the tile drawings: colours and tile images for both schemes. Run after
 * changing either: `node platform/web/design/generate-css.ts`. A test checks that the file is up to date.
 */
import { writeFile } from 'node:fs/promises';
import { DRAWINGS, PALETTE, PATTERN_OF, type Pattern, SERVICES, type Service } from './tiles/drawings.ts';
import tokens from './tokens.json' with { type: 'json' };

type Scheme = 'light' | 'dark';
type Four = readonly [string, string, string, string];

/** An image as a data URI, as short as possible. */
function dataUri(size: number, body: string): string {
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${size} ${size}'>${body}</svg>`;
  const escaped = svg.replaceAll('#', '%23').replaceAll('<', '%3C').replaceAll('>', '%3E');
  return `url("data:image/svg+xml,${escaped}")`;
}

function shapes(pattern: Pattern, colours: Four): string {
  return DRAWINGS[pattern]
    .map(({ colour, path }) => `<path fill='${colours[colour]}' d='${path}'/>`)
    .join('');
}

/** Kipas repeats as a square of four, rotated by quarter turns, so that its fans meet as shells. */
function tileImage(pattern: Pattern, colours: Four): string {
  const body = shapes(pattern, colours);
  if (pattern !== 'kipas') return dataUri(48, body);
  // A hundredth larger than their squares, to avoid hairlines where the fans meet.
  const turned = (x: number, y: number, turn: number) =>
    `<use href='#k' transform='translate(${x} ${y}) rotate(${turn} 24 24) translate(-.24 -.24) scale(1.01)'/>`;
  return dataUri(96, `<g id='k'>${body}</g>${turned(48, 0, 90)}${turned(0, 48, 270)}${turned(48, 48, 180)}`);
}

/** `over` blended into `under` at `share` (0 to 1), as hex. */
function mix(over: string, under: string, share: number): string {
  const channel = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  const one = (at: number) => Math.round(channel(over, at) * share + channel(under, at) * (1 - share));
  return `#${[1, 3, 5].map((at) => one(at).toString(16).padStart(2, '0')).join('')}`;
}

function palette(service: Service, scheme: Scheme): Four {
  const name = PALETTE[service];
  const [ground, petals, accent, corner] = tokens.tiles.colours[name] as unknown as Four;
  const dark: Record<string, string> = tokens.tiles.darkGround;
  return [scheme === 'dark' ? (dark[name] ?? ground) : ground, petals, accent, corner];
}

/**
 * The service's ink for small tiles on a plain background: shade 7 of its scale, or its own colour in the dark scheme.
 */
function mark(service: Service, scheme: Scheme): string {
  const { jade, butter, lapis, telang } = tokens.mantine.colors;
  const scale = { regular: jade, 'one-time': butter, 'spring-cleaning': lapis, 'moving-in-out': telang }[
    service
  ];
  return (scheme === 'dark' ? tokens.color.dark[PALETTE[service]] : scale[7]) ?? '';
}

/** The leaves of an open door, in the colours of the facade illustrations (svg/facade-*.svg). */
const LEAVES: Readonly<Record<Service, Record<Scheme, string>>> = {
  regular: { light: '#0b5e4d', dark: '#0b4a3d' },
  'one-time': { light: '#1c6b5a', dark: '#175346' },
  'spring-cleaning': { light: '#8e2f3c', dark: '#662931' },
  'moving-in-out': { light: '#27367f', dark: '#1e2e60' },
};

function schemeBlock(scheme: Scheme): string {
  const colours = tokens.color[scheme];
  const faint = mix(colours.line, colours.sunk, 0.62);
  const bare: Four = [colours.sunk, faint, faint, faint];
  const lines = [`color-scheme: ${scheme};`];
  for (const [name, value] of Object.entries(colours)) lines.push(`--k-${name}: ${value};`);
  lines.push(`--k-bare: ${faint};`);
  for (const service of SERVICES) {
    const four = palette(service, scheme);
    lines.push(`--k-tile-${service}: ${tileImage(PATTERN_OF[service], four)};`);
    for (const [index, colour] of four.entries()) lines.push(`--k-t${index}-${service}: ${colour};`);
    lines.push(`--k-leaf-${service}: ${LEAVES[service][scheme]};`);
    lines.push(`--k-mark-${service}: ${mark(service, scheme)};`);
    lines.push(`--k-bare-${service}: ${tileImage(PATTERN_OF[service], bare)};`);
    const night = scheme === 'dark' ? '-night' : '';
    lines.push(`--k-facade-${service}: url("./svg/facade-${service}${night}.svg");`);
  }
  lines.push(`--k-spot-light: ${scheme === 'dark' ? 'brightness(0.86)' : 'none'};`);
  return lines.map((line) => `  ${line}`).join('\n');
}

/** Shared by both schemes: fonts, sizes, motion, layers, and the ubin mask. */
function sharedBlock(): string {
  const { fonts, motion, z, mantine } = tokens;
  const ubin = DRAWINGS.ubin
    .slice(1)
    .map(({ path }) => `<path d='${path}'/>`)
    .join('');
  const lines = [
    `--f-text: ${fonts.text};`,
    `--f-disp: ${fonts.display};`,
    `--f-code: ${fonts.code};`,
    ...Object.entries(mantine.radius).map(([name, value]) => `--k-radius-${name}: ${value};`),
    ...Object.entries(mantine.spacing).map(([name, value]) => `--k-space-${name}: ${value};`),
    `--k-shadow-dock: ${mantine.shadows.md};`,
    `--k-shadow-toast: ${mantine.shadows.lg};`,
    `--k-shadow-lifted: ${mantine.shadows.xl};`,
    ...Object.entries(z).map(([name, value]) => `--k-z-${name}: ${value};`),
    `--k-press: ${motion.press.ms}ms;`,
    `--k-lay: ${motion.lay.ms}ms ${motion.lay.ease};`,
    `--k-door: ${motion.door.ms}ms;`,
    `--k-sheet: ${motion.sheet.ms}ms ${motion.sheet.ease};`,
    `--k-louvre: ${motion.louvre.ms}ms;`,
    `--k-ubin: ${dataUri(48, ubin)};`,
  ];
  return lines.map((line) => `  ${line}`).join('\n');
}

/** For any element with data-service: that service's tile, colours and inks as --s-*. */
function serviceBlock(service: Service): string {
  const name = PALETTE[service];
  const lines = [
    `--s-image: var(--k-tile-${service});`,
    `--s-bare: var(--k-bare-${service});`,
    `--s-span: ${PATTERN_OF[service] === 'kipas' ? 2 : 1};`,
    ...[0, 1, 2, 3].map((index) => `--s-t${index}: var(--k-t${index}-${service});`),
    `--s-mark: var(--k-mark-${service});`,
    `--s-colour: var(--k-${name});`,
    `--s-bg: var(--k-${name}-bg);`,
    `--s-ink: var(--k-${name}-ink);`,
    `--s-leaf: var(--k-leaf-${service});`,
    `--s-facade: var(--k-facade-${service});`,
    `--s-tiny-ground: var(--k-${name}${name === 'regular' ? '-bg' : ''});`,
    `--s-tiny-ink: ${name === 'regular' ? 'var(--k-regular-ink)' : tokens.color.light[`${name}-ink`]};`,
  ];
  return lines.map((line) => `  ${line}`).join('\n');
}

/** Sizes that tokens.json leaves to the components, one column per area. */
const AREA_SIZES = {
  foot: { customer: '3px', cleaner: '3px', office: '2px' },
  rule: { customer: '1.5px', cleaner: '1.5px', office: '1px' },
  icon: { customer: '22px', cleaner: '28px', office: '18px' },
  small: { customer: '15px', cleaner: '17px', office: '13px' },
  label: { customer: '15px', cleaner: '17px', office: '13.5px' },
  'field-pad': { customer: '14px', cleaner: '14px', office: '10px' },
  'button-text': { customer: '18px', cleaner: '21px', office: '14px' },
  'button-pad': { customer: '4px 22px 7px', cleaner: '4px 22px 7px', office: '1px 13px 3px' },
  'button-small': { customer: '44px', cleaner: '56px', office: '30px' },
  'button-small-text': { customer: '16px', cleaner: '19px', office: '14px' },
  'button-small-pad': { customer: '2px 16px 5px', cleaner: '2px 16px 5px', office: '1px 10px 2px' },
  square: { customer: '44px', cleaner: '54px', office: '34px' },
  option: { customer: '44px', cleaner: '56px', office: '34px' },
  'option-text': { customer: '16px', cleaner: '19px', office: '14px' },
  'code-box': { customer: '56px', cleaner: '64px', office: '44px' },
  'chip-text': { customer: '14px', cleaner: '16px', office: '13px' },
  h1: { customer: '31px', cleaner: '34px', office: '26px' },
  'h1-desktop': { customer: tokens.display.section.desktop, cleaner: '34px', office: '26px' },
  h2: { customer: '24px', cleaner: '23px', office: '17px' },
};

/** Sizes of one area, from tokens.json `areas` and the table above. */
function areaBlock(name: 'customer' | 'cleaner' | 'office'): string {
  const area = tokens.areas[name];
  const { radius } = tokens.mantine;
  const lines = [
    `--k-body: ${area.body};`,
    `--k-control: ${area.control};`,
    `--k-control-radius: ${name === 'office' ? radius.sm : radius.md};`,
    `--k-card-radius: ${name === 'office' ? radius.sm : radius.lg};`,
    `--k-gutter: ${area.gutter};`,
    ...Object.entries(AREA_SIZES).map(([size, values]) => `--k-${size}: ${values[name]};`),
  ];
  return lines.map((line) => `  ${line}`).join('\n');
}

export function tokensCss(): string {
  return [
    '/* Generated from tokens.json and tiles/drawings.ts by generate-css.ts. Change those instead. */',
    `:root {\n${sharedBlock()}\n${schemeBlock('light')}\n}`,
    `@media (prefers-color-scheme: dark) {\n:root:not([data-mantine-color-scheme]) {\n${schemeBlock('dark')}\n}\n}`,
    `:root[data-mantine-color-scheme='dark'] {\n${schemeBlock('dark')}\n}`,
    `:root, [data-area='customer'] {\n${areaBlock('customer')}\n}`,
    `[data-area='cleaner'] {\n${areaBlock('cleaner')}\n}`,
    `[data-area='office'] {\n${areaBlock('office')}\n}`,
    ...SERVICES.map((service) => `[data-service='${service}'] {\n${serviceBlock(service)}\n}`),
    '',
  ].join('\n');
}

if (import.meta.main) await writeFile(new URL('./tokens.css', import.meta.url), tokensCss());
