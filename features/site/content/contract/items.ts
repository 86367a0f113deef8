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
import {
  contentOf,
  englishOf,
  type Fields,
  icon,
  picture,
  price,
  rich,
  richNamesOf,
  sentence,
  service,
  text,
  textOf,
  untranslated,
} from './fields.ts';

interface ItemParts<N extends string, F extends Fields, S extends string> {
  readonly name: N;
  /** For the API documentation: `a testimonial`. */
  readonly summary: string;
  readonly one: string;
  readonly many: string;
  /** The field used as the entry's title. */
  readonly nameOf: keyof F & string;
  /** The page that shows them. */
  readonly page: string;
  readonly fields: F;
  /** Sortable fields, in addition to the manual order and `createdAt`. */
  readonly sortable: readonly S[];
  /** The required fields of a new entry. */
  readonly needed: Partial<Record<keyof F & string, true>>;
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

function defineItems<const N extends string, F extends Fields, const S extends string>(
  parts: ItemParts<N, F, S>,
) {
  const { name, summary: one, many, fields, sortable, needed } = parts;
  const path = `/cms/${name}` as const;
  const content = contentOf(fields);
  const item = z.object({ ...content.shape, ...marks });
  const body = content.partial();
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
    ...parts,
    item,
    /** The fields in one language, as read by the public pages. */
    words: z.object({ ...englishOf(fields), id }),
    /** The names of its fields with markup. */
    rich: new Set<string>(richNamesOf(fields)),
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
    summary: 'a testimonial',
    one: 'testimonial',
    many: 'testimonials',
    nameOf: 'clientname',
    page: '/',
    fields: {
      clientname: untranslated('Customer', required(100)),
      profilePhoto: picture('Photo'),
      content: rich('What they say'),
    },
    sortable: ['clientname', 'content'],
    needed: { clientname: true },
  }),
  'service-options': defineItems({
    name: 'service-options',
    summary: 'a service option',
    one: 'service option',
    many: 'service options',
    nameOf: 'name_r1',
    page: '/services',
    fields: {
      service: service('Shown for'),
      icon: icon(),
      name_r1: textOf('Name', required(100)),
      name_r2: text('Second line'),
      description: rich('Description'),
      price: price('Price'),
      price_type: untranslated('Price per', line(40), { hint: 'For example: hour, visit.' }),
      promotion_desc: sentence('Promotion'),
    },
    sortable: ['name_r1', 'name_r2', 'price_type'],
    needed: { name_r1: true },
  }),
  'scope-of-work': defineItems({
    name: 'scope-of-work',
    summary: 'a work item',
    one: 'work item',
    many: 'scope of work',
    nameOf: 'name',
    page: '/services',
    fields: {
      service: service('Shown for'),
      icon: icon(),
      name: textOf('Name', required(100)),
      estimated_time: textOf('Estimated time', line(100)),
      content: rich('What is done'),
    },
    sortable: ['name', 'estimated_time'],
    needed: { name: true },
  }),
} as const;

export type ItemKind = keyof typeof ITEMS;
export type ItemOf<K extends ItemKind> = z.output<(typeof ITEMS)[K]['item']>;
export const ITEM_KINDS = Object.keys(ITEMS) as ItemKind[];

/** All lists have the same parts and routes. For the types, one list stands for all. */
export function itemsOf(kind: ItemKind) {
  return ITEMS[kind] as unknown as Omit<(typeof ITEMS)['testimonials'], 'fields' | 'nameOf'> & {
    readonly fields: Fields;
    readonly nameOf: string;
  };
}
