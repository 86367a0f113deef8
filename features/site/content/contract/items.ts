/** Entries that the office adds, sorts and deletes permanently: testimonials, service options, scope of work. */
import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { pick } from '#platform/contract/errors.ts';
import {
  id,
  idParams,
  line,
  listQuery,
  listReply,
  required,
  wireMoment,
} from '#platform/contract/schemas.ts';
import { trashed } from '#platform/contract/trash.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { changeContent, seeContent } from '../rules/policy.ts';
import { contentErrors } from './errors.ts';
import { icon, picture, price, richText, sentences, service, words } from './fields.ts';

interface ItemParts<N extends string, E extends z.ZodRawShape, C extends z.ZodRawShape, S extends string> {
  readonly name: N;
  readonly one: string;
  readonly many: string;
  readonly english: E;
  readonly chinese: C;
  /** Sortable fields, in addition to the manual order and `createdAt`. */
  readonly sortable: readonly S[];
  /** The required fields of a new entry. */
  readonly needed: Partial<Record<keyof E & string, true>>;
}

const office = openTo(changeContent);
const marks = {
  id,
  /** From 1. */
  position: z.int(),
  /** From 1, incremented with each change. */
  version: z.int(),
  /** Always false: entries are deleted permanently. */
  trash: trashed,
  createdAt: wireMoment,
  updatedAt: wireMoment,
};
/** The version that was read: refused if the entry has changed since. */
const seen = z.int().min(1).optional();

function defineItems<
  const N extends string,
  E extends z.ZodRawShape,
  C extends z.ZodRawShape,
  const S extends string,
>({ name, one, many, english, chinese, sortable, needed }: ItemParts<N, E, C, S>) {
  const path = `/cms/${name}` as const;
  const fields = { ...english, zh: z.strictObject(chinese).partial().optional() };
  const item = z.object({ ...fields, ...marks });
  const body = z.strictObject(fields).partial();
  const list = defineCall({
    method: 'GET',
    path,
    ...openTo(seeContent),
    reply: listReply(item),
    streamed: true,
    summary: `The ${many} in order`,
    query: listQuery(['position', 'createdAt', ...sortable], {}),
  });
  return {
    name,
    item,
    /** The fields in one language, as read by the public pages. */
    words: z.object({ ...english, id }),
    list,
    add: defineCall({
      method: 'POST',
      path: `${path}/addnew`,
      ...office,
      reply: item,
      status: 201,
      creates: true,
      summary: `Adds ${one} at the end`,
      body: body.required(needed as never) as typeof body,
      errors: pick(contentErrors, 'too_many_items'),
    }),
    update: defineCall({
      method: 'POST',
      path: `${path}/:id/update`,
      ...office,
      params: idParams,
      body: body.extend({ version: seen }),
      changes: list,
      reply: item,
      summary: `Changes ${one}; the earlier version is kept`,
      errors: pick(contentErrors, 'content_changed'),
    }),
    remove: defineCall({
      method: 'POST',
      path: `${path}/:id/delete`,
      ...office,
      params: idParams,
      summary: `Deletes ${one}; its versions are kept and can be restored`,
      reply: z.strictObject({ id, deleted: z.literal(true) }),
    }),
    restore: defineCall({
      method: 'POST',
      path: `${path}/:id/restore`,
      ...office,
      params: idParams,
      reply: item,
      summary: `Restores ${one} to a version, by default the last one, even if it was deleted`,
      body: z.strictObject({ version: z.int().min(1).optional() }),
      errors: pick(contentErrors, 'too_many_items'),
    }),
    reorder: defineCall({
      method: 'POST',
      path: `${path}/reorder`,
      ...office,
      reply: z.object({ items: z.array(item) }),
      summary: `Reorders the ${many}; those not listed follow`,
      body: z.strictObject({ ids: z.array(id).min(1).max(200) }),
    }),
  };
}

export const ITEMS = {
  testimonials: defineItems({
    name: 'testimonials',
    one: 'a testimonial',
    many: 'testimonials',
    english: { clientname: required(100), content: richText, profilePhoto: picture },
    chinese: { content: richText },
    sortable: ['clientname', 'content'],
    needed: { clientname: true },
  }),
  'service-options': defineItems({
    name: 'service-options',
    one: 'a service option',
    many: 'service options',
    english: {
      name_r1: required(100),
      name_r2: words,
      icon,
      description: richText,
      price,
      price_type: line(40),
      promotion_desc: sentences,
      service,
    },
    chinese: { name_r1: words, name_r2: words, description: richText, promotion_desc: sentences },
    sortable: ['name_r1', 'name_r2', 'price_type'],
    needed: { name_r1: true },
  }),
  'scope-of-work': defineItems({
    name: 'scope-of-work',
    one: 'a work item',
    many: 'scope of work',
    english: { name: required(100), estimated_time: line(100), icon, content: richText, service },
    chinese: { name: words, estimated_time: words, content: richText },
    sortable: ['name', 'estimated_time'],
    needed: { name: true },
  }),
} as const;

export type ItemKind = keyof typeof ITEMS;
export type ItemOf<K extends ItemKind> = z.output<(typeof ITEMS)[K]['item']>;
export const ITEM_KINDS = Object.keys(ITEMS) as ItemKind[];
