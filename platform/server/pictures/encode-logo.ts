import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { LOGO_FORMAT } from '../../kernel/pictures.ts';
import { type EncodedPicture, type PictureFault, turnstile } from './encode-picture.ts';
import { pictureKind } from './picture-kind.ts';

/** px: three times the size in which a logo is shown. A square one is also the icon of an app, 512 px. */
const LARGEST = { width: 640, height: 512 };
const MAX_PIXELS = 40_000_000;
const LONGEST_S = 10;
/** Characters; a drawing with more is not a logo, and slow to render. */
const LONGEST_SVG = 500_000;
/** Entities, style sheets, scripts, embedded pages, and links to anything outside the file. */
const UNSAFE_SVG =
  /<!(?:DOCTYPE|ENTITY)|<\?xml-stylesheet|<\s*(?:\w+:)?(?:script|foreignObject|iframe|image|feImage|audio|video|animate|set)\b|\son\w+\s*=|@import|(?:href|src)\s*=\s*["']?\s*(?!["'\s#])|url\(\s*["']?\s*(?!["'\s#])/i;

/** The text of an SVG; null for anything else. */
function svgOf(bytes: Uint8Array): string | null {
  if (bytes.length > LONGEST_SVG) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true })
      .decode(bytes)
      .replace(/<!--[\s\S]*?-->/g, '')
      // Drawing programs write one; without entities of its own it says nothing.
      .replace(/<!DOCTYPE[^>[]*>/i, '')
      .trim();
    return /^(?:<\?xml[^>]*\?>\s*)?<svg[\s>]/.test(text) ? text : null;
  } catch {
    return null; // not text
  }
}

/**
 * Rasterises a logo as one PNG with its transparency, without metadata. The file that was sent is never served. An SVG
 * that contains scripts or refers to other files is rejected.
 */
export function encodeLogo(
  bytes: Uint8Array,
  { seconds = LONGEST_S } = {},
): Promise<EncodedPicture | PictureFault> {
  return turnstile(() => encode(bytes, seconds));
}

async function encode(bytes: Uint8Array, seconds: number): Promise<EncodedPicture | PictureFault> {
  const kind = pictureKind(bytes);
  const svg = kind === null ? svgOf(bytes) : null;
  if (kind === null && (svg === null || UNSAFE_SVG.test(svg))) return 'wrong_kind';
  const source = svg === null ? bytes : await rasterise(svg, seconds);
  if (source === null) return 'damaged';
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  const said = await sharp(source, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (said === null || said.format !== (kind ?? 'png')) return 'damaged';
  if (said.width * said.height > MAX_PIXELS) return 'too_many_pixels';
  const drawn = await sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .timeout({ seconds })
    .autoOrient()
    .resize({ ...LARGEST, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => null);
  if (drawn === null) return 'damaged';
  const { width, height } = drawn.info;
  return { width, height, files: [{ width, format: LOGO_FORMAT, bytes: drawn.data }] };
}

/** A drawing has no size of its own: it is rendered at the size in which it is stored. */
const RASTERISE = `
const sharp = require(process.argv[1]);
const { width, height, pixels } = JSON.parse(process.argv[2]);
sharp.concurrency(1);
const parts = [];
process.stdin.on('data', (part) => parts.push(part)).on('end', async () => {
  const svg = Buffer.concat(parts);
  const limits = { limitInputPixels: pixels, failOn: 'error' };
  const said = await sharp(svg, limits).metadata();
  if (said.format !== 'svg') throw new Error('not an SVG');
  const density = Math.min(2400, Math.max(1, 72 * Math.min(width / said.width, height / said.height)));
  const drawn = sharp(svg, { ...limits, density }).resize({ width, height, fit: 'inside' });
  process.stdout.write(await drawn.png().toBuffer());
});`;
const LARGEST_PNG = 10_000_000;
const { resolve } = createRequire(import.meta.url);

/**
 * The PNG of an SVG; null if it is damaged or takes too long. In a process of its own, without our environment: a file
 * of a few kB can keep the renderer busy for minutes, and nothing but the end of its process stops it.
 */
function rasterise(svg: string, seconds: number): Promise<Uint8Array | null> {
  const args = ['-e', RASTERISE, resolve('sharp'), JSON.stringify({ ...LARGEST, pixels: MAX_PIXELS })];
  const limits = { timeout: seconds * 1000, killSignal: 'SIGKILL', maxBuffer: LARGEST_PNG } as const;
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      args,
      { ...limits, env: {}, encoding: 'buffer', windowsHide: true },
      (error, png) => done(error === null ? png : null),
    );
    child.stdin?.on('error', () => undefined); // it has ended early, which the callback reports
    child.stdin?.end(svg);
  });
}

/**
 * The side of the square in the circle that every phone shows of a maskable icon, whose diameter is 80 % of the icon's. Source:
 * W3C, Web Application Manifest, "safe zone".
 */
const SAFE_SHARE = 0.8 / Math.SQRT2;

/** A square icon: the picture inside it, on a background that fills the corners. `background` is null for none. */
export function renderIcon(
  picture: Uint8Array,
  { size, background, maskable }: { size: number; background: string | null; maskable: boolean },
): Promise<Uint8Array> {
  return turnstile(async () => {
    const { default: sharp } = await import('sharp');
    const inner = maskable ? Math.round(size * SAFE_SHARE) : size;
    const input = await sharp(picture, { limitInputPixels: MAX_PIXELS, density: 300 })
      .resize(inner, inner, { fit: 'contain', background: '#0000' })
      .png()
      .toBuffer();
    const ground = background ?? '#0000';
    return sharp({ create: { width: size, height: size, channels: 4, background: ground } })
      .composite([{ input, gravity: 'centre' }])
      .png()
      .toBuffer();
  });
}

/** The picture in the middle of a card of 1,200 × 630 px, which messengers show for a link. */
export function renderShareCard(
  picture: Uint8Array,
  { background, foot }: { background: string; foot: string },
): Promise<Uint8Array> {
  return turnstile(async () => {
    const { default: sharp } = await import('sharp');
    const input = await sharp(picture, { limitInputPixels: MAX_PIXELS, density: 300 })
      .resize(720, 330, { fit: 'inside' })
      .png()
      .toBuffer();
    const strip = { create: { width: 1200, height: 40, channels: 4 as const, background: foot } };
    return sharp({ create: { width: 1200, height: 630, channels: 4, background } })
      .composite([
        { input, gravity: 'centre' },
        { input: strip, gravity: 'south' },
      ])
      .png({ palette: true })
      .toBuffer();
  });
}
