import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { pick } from '#platform/contract/errors.ts';
import { id, listReply, wireMoment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { changeContent, seeContent } from '../rules/policy.ts';
import { contentErrors } from './errors.ts';

interface BlockParts<N extends string, E extends z.ZodRawShape, C extends z.ZodRawShape> {
  readonly name: N;
  /** For the documentation: `the steps to a clean home`. */
  readonly about: string;
  readonly english: E;
  /** The translated fields alone, in the same shape; what is missing is shown in English. */
  readonly chinese: C;
}

const versionEntry = z.object({
  version: z.int(),
  createdAt: wireMoment,
  /** Null where it was nobody in the office. */
  by: z.object({ id, fullname: z.string() }).nullable(),
  /** The version that was brought back with it. */
  restoredFrom: z.int().nullable(),
  isCurrent: z.boolean(),
});

const office = openTo(changeContent);
/** 0 is what the site says before anybody has changed it. */
const version = z.int().min(0);

function shapesOf<E extends z.ZodRawShape, C extends z.ZodRawShape>(english: E, chinese: C) {
  const content = z.strictObject({ ...english, zh: z.strictObject(chinese).partial().optional() });
  return {
    content,
    reply: z.object({ ...content.shape, version, updatedAt: wireMoment.nullable() }),
    /**
     * With the version and the draft that were read, null for none: where another has been published or kept since, it
     * is refused.
     */
    sent: z.strictObject({
      ...content.shape,
      version: version.optional(),
      revision: id.nullable().optional(),
    }),
    draft: z.object({
      /** The draft, or what the site says where there is none. */
      content,
      isDraft: z.boolean(),
      savedAt: wireMoment.nullable(),
      /** Another each time the draft is kept; null where there is none. */
      revision: id.nullable(),
      /** The version it was begun from. */
      version,
    }),
  };
}

/** A part of the site with its calls. POST replaces it whole; earlier versions are kept. */
export function defineBlock<const N extends string, E extends z.ZodRawShape, C extends z.ZodRawShape>({
  name,
  about,
  english,
  chinese,
}: BlockParts<N, E, C>) {
  const path = `/cms/${name}` as const;
  const { content, reply, sent, draft } = shapesOf(english, chinese);
  return {
    name,
    content,
    /** The fields in one language, as the site's pages read them. */
    words: z.object(english),
    read: defineCall({ method: 'GET', path, ...openTo(seeContent), summary: `Reads ${about}`, reply }),
    save: defineCall({
      method: 'POST',
      path,
      ...office,
      body: sent,
      reply,
      summary: `Replaces ${about}; the earlier version is kept`,
      errors: pick(contentErrors, 'content_changed'),
    }),
    versions: defineCall({
      method: 'GET',
      path: `${path}/versions`,
      ...office,
      reply: listReply(versionEntry),
      summary: `The versions of ${about}, the newest first`,
    }),
    readVersion: defineCall({
      method: 'GET',
      path: `${path}/versions/:version`,
      ...office,
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
      summary: `Makes an earlier version of ${about} the newest`,
    }),
    readDraft: defineCall({
      method: 'GET',
      path: `${path}/draft`,
      ...office,
      reply: draft,
      summary: `The draft of ${about}, which only the office sees`,
    }),
    saveDraft: defineCall({
      method: 'POST',
      path: `${path}/draft`,
      ...office,
      body: sent,
      reply: draft,
      summary: `Keeps a draft of ${about}; the site goes on saying what it says`,
      errors: pick(contentErrors, 'content_changed'),
    }),
    discardDraft: defineCall({
      method: 'POST',
      path: `${path}/draft/discard`,
      ...office,
      reply: draft,
      summary: `Throws the draft of ${about} away`,
    }),
  };
}
