import { createHash } from 'node:crypto';
import { keyOf, ratioOf } from '#features/catalogue/uploads/server/index.ts';
import { anyone } from '#platform/kernel/actor.ts';
import { BRAND_COLOUR, paletteOf } from '#platform/kernel/palette.ts';
import { readPictureUrl } from '#platform/kernel/pictures.ts';
import type { Context } from '#platform/server/context.ts';
import type { Api } from '#platform/server/http/api.ts';
import { renderIcon, renderShareCard } from '#platform/server/pictures/encode-logo.ts';
import type { BusinessTerms } from '../contract.ts';
import { isKemas } from '../rules/brand-name.ts';
import { appNames, isOwnLook, type Look } from '../rules/look.ts';
import { markSvg } from '../rules/mark.ts';
import { readSettings } from './list-settings.ts';

/** The settings of a look. */
export const LOOK_SETTINGS = [
  'businessName',
  'brandColour',
  'typefaces',
  'illustrations',
  'logo',
  'logoDark',
  'logoSquare',
  'appName',
] as const satisfies readonly (keyof Look)[];

/** The look of the company. */
export function readLook(ctx: Context): Promise<Look> {
  return readSettings(ctx, LOOK_SETTINGS);
}

/** What visitors get of it; undefined for the default look. */
export async function lookReplyOf(ctx: Context, look: Look): Promise<BusinessTerms['look']> {
  if (!isOwnLook(look) && isKemas(look.businessName)) return undefined;
  const { brandColour: colour, typefaces, illustrations, logo, logoDark, logoSquare } = look;
  return {
    colour,
    typefaces,
    illustrations,
    logo,
    logoDark,
    logoSquare,
    logoRatio: await ratioOf(ctx, logo),
    logoDarkRatio: await ratioOf(ctx, logoDark),
    version: versionOf(look),
  };
}

/** Changes with everything that the pictures under /brand are made of. */
function versionOf({ businessName, brandColour, logo, logoSquare }: Look): string {
  const parts = JSON.stringify([businessName, brandColour, logo, logoSquare]);
  return createHash('sha256').update(parts).digest('base64url').slice(0, 8);
}

/** px. Tabs of browsers, iOS, and the sizes that an installable app needs. */
const ICONS = {
  'icon-96.png': { size: 96, maskable: false },
  'icon-180.png': { size: 180, maskable: false },
  'icon-192.png': { size: 192, maskable: false },
  'icon-512.png': { size: 512, maskable: false },
  'icon-maskable-512.png': { size: 512, maskable: true },
} as const;
const CARD = 'card.png';
const A_YEAR = 'public, max-age=31536000, immutable';

/** The look's manifest and pictures: /cleaner.webmanifest, and icons and the preview of links under /brand. */
export function serveLook({ fastify, services }: Api): void {
  /** Rendered pictures of the current version: a few dozen kB, the same for everyone. */
  let pictures = { version: '', files: new Map<string, Promise<Uint8Array>>() };
  const contextOf = (id: string): Context => ({
    ...services,
    actor: anyone,
    ip: '',
    userAgent: '',
    requestID: id,
  });

  fastify.get('/cleaner.webmanifest', async (request, reply) => {
    const look = await readLook(contextOf(request.id));
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(manifestOf(look)));
  });

  fastify.get('/brand/:file', async (request, reply) => {
    const { file } = request.params as { readonly file: string };
    if (!Object.hasOwn(ICONS, file) && file !== CARD) return reply.callNotFound();
    const ctx = contextOf(request.id);
    const look = await readLook(ctx);
    const version = versionOf(look);
    if (pictures.version !== version) pictures = { version, files: new Map() };
    const { files } = pictures;
    const picture = files.get(file) ?? render(ctx, look, file);
    files.set(file, picture);
    picture.catch(() => files.delete(file)); // tried again by the next request
    const isCurrent = (request.query as { readonly v?: unknown }).v === version;
    return reply
      .type('image/png')
      .header('cache-control', isCurrent ? A_YEAR : 'no-cache')
      .send(Buffer.from(await picture));
  });
}

async function render(ctx: Context, look: Look, file: string): Promise<Uint8Array> {
  const { light } = paletteOf(look.brandColour);
  if (file === CARD) {
    const picture = (await logoFile(ctx, look.logo)) ?? (await logoFile(ctx, look.logoSquare));
    const input = picture ?? Buffer.from(markSvg(look, { ground: true }));
    return renderShareCard(input, { background: light.surface, foot: light.act });
  }
  const icon = ICONS[file as keyof typeof ICONS];
  const square = await logoFile(ctx, look.logoSquare);
  // iOS fills transparent corners with black, and a phone crops a maskable icon.
  const needsGround = icon.maskable || icon.size === 180;
  if (square !== null) return renderIcon(square, { ...icon, background: needsGround ? '#ffffff' : null });
  const mark = Buffer.from(markSvg(look, { ground: !needsGround }));
  return renderIcon(mark, { ...icon, background: needsGround ? light.act : null });
}

/** Null if there is none, or its file is gone. */
export async function logoFile(ctx: Context, url: string): Promise<Uint8Array | null> {
  const file = readPictureUrl(url);
  return file === null ? null : ctx.providers.files.get(keyOf(file));
}

/** The manifest of the cleaners' app. */
function manifestOf(look: Look): object {
  const { name, shortName } = appNames(look);
  const { bg } = paletteOf(look.brandColour).light;
  return {
    id: '/cleaner/dashboard',
    name,
    short_name: shortName,
    description: 'Your jobs, checklists and hours, with or without signal.',
    lang: 'en-SG',
    start_url: '/cleaner/dashboard',
    scope: '/cleaner',
    display: 'standalone',
    background_color: bg.toUpperCase(),
    theme_color: bg.toUpperCase(),
    icons: iconsOf(look),
    shortcuts: [
      { name: 'Today 今天', url: '/cleaner/dashboard' },
      { name: 'Upcoming 接下来', url: '/cleaner/upcoming' },
    ],
  };
}

function iconsOf(look: Look): object[] {
  const version = versionOf(look);
  const isOurs = isKemas(look.businessName) && hasOurIcon(look);
  const at = (name: string) =>
    isOurs ? `/icons/cleaner-${name}.png` : `/brand/icon-${name}.png?v=${version}`;
  const icon = (name: string, sizes: string) => ({ src: at(name), sizes, type: 'image/png' });
  return [
    icon('192', '192x192'),
    icon('512', '512x512'),
    { ...icon('maskable-512', '512x512'), purpose: 'maskable' },
  ];
}

/** Our own mark is drawn in our own colour. */
function hasOurIcon({ logoSquare, brandColour }: Look): boolean {
  return logoSquare === '' && (brandColour === '' || brandColour === BRAND_COLOUR);
}
