import { keepPictures } from '#features/catalogue/uploads/server/index.ts';
import { readPictureUrl } from '#platform/kernel/pictures.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Tx } from '#platform/server/context.ts';
import { unknownPlaceholders } from '../rules/placeholders.ts';

/** The owner of the site's pictures. They are never released, because earlier versions may be restored. */
const SITE = { kind: 'site', id: '00000000-0000-0000-0000-000000000000' };

interface Found {
  readonly path: string;
  readonly url: string;
}

/**
 * Claims the uploads used in a piece of content. Refused with an error on the field if a picture no longer exists or a
 * placeholder is unknown.
 */
export async function keepContent(tx: Tx, content: unknown): Promise<Refusal<'invalid'> | null> {
  const wrong = unknownPlaceholders(content);
  if (wrong.length > 0) return refuse('invalid', { errors: wrong });
  const found = picturesIn(content, '');
  const gone = await keepPictures(
    tx,
    found.map(({ url }) => url),
    SITE,
  );
  if (gone.length === 0) return null;
  const errors = found
    .filter(({ url }) => gone.includes(url))
    .map(({ path }) => ({ path, message: 'Upload this picture again.' }));
  return refuse('invalid', { errors });
}

function picturesIn(value: unknown, path: string): Found[] {
  if (typeof value === 'string') return readPictureUrl(value) === null ? [] : [{ path, url: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    picturesIn(inner, path === '' ? key : `${path}.${key}`),
  );
}
