/** Generates the preview images that messengers show: the wordmark with the terrace for the site, and with its own house for a service. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/** px; the size recommended by Facebook, LinkedIn and WhatsApp. */
const SIZE = { width: 1200, height: 630 };
const FRONTS = ['regular', 'one-time', 'spring-cleaning', 'moving-in-out'];
/** px; a facade is 120 : 252. */
const FRONT = { width: 200, height: 420 };
const ONE_FRONT = { width: 260, height: 546 };
/** px below the houses. */
const PAVEMENT = 40;
const drawings = join(import.meta.dirname, '../platform/web/design/svg');

/** Writes the images to the assets of the built web app. Returns their addresses: `site`, and each service's. */
export async function renderShareCards(webFolder: string): Promise<Record<string, string>> {
  const services = FRONTS.map(
    async (front) => [front, await renderCard(webFolder, [front], ONE_FRONT)] as const,
  );
  return {
    site: await renderCard(webFolder, FRONTS, FRONT),
    ...Object.fromEntries(await Promise.all(services)),
  };
}

async function renderCard(webFolder: string, houses: readonly string[], size: typeof FRONT): Promise<string> {
  const street = SIZE.height - size.height - PAVEMENT;
  const left = SIZE.width - houses.length * size.width - PAVEMENT;
  const fronts = houses.map(async (front, index) => ({
    input: await sharp(readFileSync(join(drawings, `facade-${front}.svg`)), { density: 192 })
      .resize(size.width, size.height)
      .toBuffer(),
    left: left + index * size.width,
    top: street,
  }));
  const picture = await sharp(Buffer.from(background(street + size.height)))
    .composite(await Promise.all(fronts))
    .png({ palette: true })
    .toBuffer();
  const name = createHash('sha256').update(picture).digest('base64url').slice(0, 7);
  writeFileSync(join(webFolder, 'assets', `${name}.png`), picture);
  return `/assets/${name}.png`;
}

/** Sky, pavement, and the wordmark as in platform/web/design/parts/brand.tsx. */
function background(pavement: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">
  <rect width="100%" height="100%" fill="#f1f6ee"/>
  <rect y="${pavement}" width="100%" height="100%" fill="#0b6b57"/>
  <g transform="translate(60 52) scale(1.5)" color="#0b6b57">
    <g fill="#0b6b57"><path d="M0 0h11v60H0zM13.5 40a20 20 0 0 1 20-20 20 20 0 0 1-20 20zM13.5 40a20 20 0 0 1 20 20 20 20 0 0 1-20-20z"/><circle cx="180" cy="40" r="14.6" fill="none" stroke="#0b6b57" stroke-width="11"/><path d="M193.5 20h11v40h-11z"/></g>
    <g fill="none" stroke="#0b6b57" stroke-width="11"><path d="M45.6 41.6h28.9A14.6 14.6 0 1 0 70.6 50"/><path d="M97.5 60V20M97.5 60V38a12.5 12.5 0 0 1 25 0v22M122.5 60V38a12.5 12.5 0 0 1 25 0v22"/><path d="M243.5 29.5C241 26.6 237.3 25.3 232 25.3c-6.6 0-11 2.4-11 6.6 0 4.6 4.6 5.9 11.4 7.3 7.6 1.6 12 3.3 12 8.5 0 4.7-4.8 7.3-12 7.3-6.3 0-10.9-1.9-13.9-5.6"/></g>
  </g>
</svg>`;
}
