/** Routes for the lists that admins have saved under a name. Every office list has them, so they belong to none. */

import { z } from 'zod';
import { openTo, saveListViews } from '../kernel/policy.ts';
import { defineCall } from './call.ts';
import { defineErrors } from './errors.ts';
import { flag, id, idParams, required } from './schemas.ts';

/** How many views an admin may have. */
export const MAX_LIST_VIEWS = 50;
export const LONGEST_VIEW_NAME = 60;

export const listViewErrors = defineErrors({
  view_name_taken: {
    status: 409,
    title: 'You have a view of this name',
    detail: 'You have already saved a view of this list under this name. Choose another name.',
  },
  too_many_views: {
    status: 409,
    title: 'Too many views',
    detail: `You have saved ${MAX_LIST_VIEWS} views. Remove one first.`,
  },
});

const fields = {
  name: required(LONGEST_VIEW_NAME),
  /** The parameters of the list's address. The list ignores what it does not know. */
  query: z.string().regex(/^[\x21-\x7e]{0,1000}$/),
  /** The keys of the columns shown. */
  columns: z.array(z.string().regex(/^[\w-]{1,40}$/)).max(40),
  /** Everyone in the office may use it; only its owner may change or remove it. */
  shared: flag,
};

/** The address of a list in the office. */
const list = z.string().regex(/^\/admin\/[a-z/-]{1,50}$/, { error: 'Enter the address of a list.' });

export const listViewReply = z.object({
  id,
  list: z.string(),
  ...fields,
  name: z.string(),
  shared: z.boolean(),
  /** False for a view that a colleague shares. */
  own: z.boolean(),
  /** The name of its owner. */
  owner: z.string(),
});
export type ListViewReply = z.output<typeof listViewReply>;

export const listListViews = defineCall({
  method: 'GET',
  path: '/list-views',
  ...openTo(saveListViews),
  summary: 'The saved views of a list: one’s own, and those that colleagues share; by name',
  query: z.strictObject({ list }),
  reply: z.object({ items: z.array(listViewReply) }),
});

export const createListView = defineCall({
  method: 'POST',
  path: '/list-views',
  ...openTo(saveListViews),
  summary: 'Saves a view of a list',
  body: z.strictObject({ list, ...fields, shared: flag.default(false) }),
  reply: listViewReply,
  status: 201,
  errors: listViewErrors,
});

export const updateListView = defineCall({
  method: 'POST',
  path: '/list-views/:id/update',
  ...openTo(saveListViews),
  summary: 'Changes a view of one’s own',
  params: idParams,
  body: z.strictObject(fields).partial(),
  reply: listViewReply,
  errors: listViewErrors,
});

export const deleteListView = defineCall({
  method: 'POST',
  path: '/list-views/:id/delete',
  ...openTo(saveListViews),
  summary: 'Removes a view of one’s own',
  params: idParams,
  reply: z.object({ done: z.literal(true) }),
});
