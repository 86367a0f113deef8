/** Generates the home screen icons of the cleaner's area from the site's favicon. Run it when that has changed. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const publicFolder = join(import.meta.dirname, '../apps/web/public');
const drawing = readFileSync(join(publicFolder, 'favicon.svg'), 'utf8');
const GROUND = '#0B6B57';
/**
 * A phone may crop a maskable icon to its centre: the mark must stay within four fifths of it. Source: W3C manifest.
 */
const SAFE_SHARE = 0.72;

/** Without rounded corners, because phones apply their own. */
const square = drawing.replace('rx="5" ', '');
const mark = drawing.replace(/<rect[^>]*\/>/, '');

const draw = (svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: 1200 }).resize(size, size).png();

mkdirSync(join(publicFolder, 'icons'), { recursive: true });
const at = (name: string) => join(publicFolder, 'icons', `${name}.png`);
await draw(drawing, 192).toFile(at('cleaner-192'));
await draw(drawing, 512).toFile(at('cleaner-512'));
await draw(square, 180).toFile(at('cleaner-180'));

const size = 512;
const inner = Math.round(size * SAFE_SHARE);
await sharp({ create: { width: size, height: size, channels: 4, background: GROUND } })
  .composite([{ input: await draw(mark, inner).toBuffer(), gravity: 'centre' }])
  .png()
  .toFile(at('cleaner-maskable-512'));
