import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { pick } from '#platform/contract/errors.ts';
import { id, listReply, wireMoment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { changeContent, seeContent, seeDrafts } from '../rules/policy.ts';
import { contentErrors } from './errors.ts';
import { contentOf, englishOf, type Fields } from './fields.ts';

interface BlockParts<N extends string, F extends Fields> {
  readonly name: N;
  /** For the API documentation: `the steps to a clean home`. */
  readonly summary: string;
  readonly title: string;
  /** For the office: where it appears on the site. */
  readonly about: string;
  /** The page that shows it. */
  readonly page: string;
  readonly fields: F;
}

const versionEntry = z.object({
  version: z.int(),
  createdAt: wireMoment,
  /** Null if it was not changed by an admin. */
  by: z.object({ id, fullname: z.string() }).nullable(),
  /** The version that this change restored. */
  restoredFrom: z.int().nullable(),
  isCurrent: z.boolean(),
});

const office = openTo(changeContent);
const readers = openTo(seeDrafts);
/** 0 is the default content, before anyone has edited it. */
const version = z.int().min(0);

function shapesOf<F extends Fields>(fields: F) {
  const content = contentOf(fields);
  return {
    content,
    reply: z.object({ ...content.shape, version, updatedAt: wireMoment.nullable() }),
    /**
     * Includes the version and the draft that were read (null for none): refused if another one has been published or
     * saved since.
     */
    sent: z.strictObject({
      ...content.shape,
      version: version.optional(),
      revision: id.nullable().optional(),
    }),
    draft: z.object({
      /** The draft, or the published content if there is none. */
      content,
      isDraft: z.boolean(),
      savedAt: wireMoment.nullable(),
      /** Changes whenever the draft is saved; null if there is none. */
      revision: id.nullable(),
      /** The version it is based on. */
      version,
    }),
  };
}

/** A block of the site with its routes. POST replaces it as a whole; earlier versions are kept. */
export function defineBlock<const N extends string, F extends Fields>(parts: BlockParts<N, F>) {
  const { name, summary: about, fields } = parts;
  const path = `/cms/${name}` as const;
  const { content, reply, sent, draft } = shapesOf(fields);
  const read = defineCall({
    method: 'GET',
    path,
    ...openTo(seeContent),
    summary: `Reads ${about}`,
    reply,
  });
  return {
    ...parts,
    content,
    /** The fields in one language, as read by the public pages. */
    words: z.object(englishOf(fields)),
    read,
    save: defineCall({
      method: 'POST',
      path,
      ...office,
      body: sent,
      replaces: read,
      reply,
      summary: `Replaces ${about}; the earlier version is kept`,
      errors: pick(contentErrors, 'content_changed'),
    }),
    versions: defineCall({
      method: 'GET',
      path: `${path}/versions`,
      ...readers,
      reply: listReply(versionEntry),
      summary: `The versions of ${about}, newest first`,
    }),
    readVersion: defineCall({
      method: 'GET',
      path: `${path}/versions/:version`,
      ...readers,
      reply,
      summary: `Reads a version of ${about}`,
      params: z.strictObject({ version: z.coerce.number().int().min(0) }),
    }),
    restore: defineCall({
      method: 'POST',
      path: `${path}/restore`,
      ...office,
      body: z.strictObject({ version }),
      reply,
      summary: `Restores an earlier version of ${about}`,
    }),
    readDraft: defineCall({
      method: 'GET',
      path: `${path}/draft`,
      ...readers,
      reply: draft,
      summary: `The draft of ${about}, visible to the office only`,
    }),
    saveDraft: defineCall({
      method: 'POST',
      path: `${path}/draft`,
      ...office,
      unaudited: 'A draft, seen by the office only; publishing it is recorded.',
      body: sent,
      reply: draft,
      summary: `Saves a draft of ${about} without publishing it`,
      errors: pick(contentErrors, 'content_changed'),
    }),
    discardDraft: defineCall({
      method: 'POST',
      path: `${path}/draft/discard`,
      ...office,
      reply: draft,
      summary: `Discards the draft of ${about}`,
    }),
  };
}
