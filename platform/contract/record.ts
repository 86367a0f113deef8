import type { z } from 'zod';
import { type Action, type OpenTo, openTo } from '../kernel/policy.ts';
import { type CallDefinition, defineCall } from './call.ts';
import type { ErrorTable } from './errors.ts';
import { idParams, listQuery, listReply } from './schemas.ts';
import { trashCalls } from './trash.ts';

/** The parameters of a record's six routes. */
interface RecordDefinition {
  /** The collection: `/packages` */
  readonly path: string;
  /** For the documentation: `a package`, `packages`. */
  readonly one: string;
  readonly many: string;
  /** Who reads it (and lists it, unless `seeAll` is given), and who adds, changes and trashes it. */
  readonly see: Action;
  readonly seeAll?: Action;
  readonly change: Action;
  /** The record in lists, and as a single resource if that has more fields. */
  readonly item: z.ZodType;
  readonly whole?: z.ZodType;
  readonly create: z.ZodType;
  readonly update: z.ZodType;
  /** The allow-list of `sortby`; the first is the default. */
  readonly sortable: readonly [string, ...string[]];
  readonly filters?: z.ZodRawShape;
  /** Side effects of trashing it, for the documentation: `their sessions end at once`. */
  readonly along?: string;
  /** An additional sentence in the documentation, by route. */
  readonly notes?: Readonly<Partial<Record<'list' | 'create' | 'update', string>>>;
  readonly errors?: Readonly<Partial<Record<'create' | 'update' | 'trash' | 'untrash', ErrorTable>>>;
}

type WholeOf<D extends RecordDefinition> = D['whole'] extends z.ZodType ? D['whole'] : D['item'];
type FiltersOf<D extends RecordDefinition> = D['filters'] extends z.ZodRawShape
  ? D['filters']
  : Record<never, never>;
type ErrorsOf<D extends RecordDefinition, K extends 'create' | 'update' | 'trash' | 'untrash'> = NonNullable<
  D['errors']
>[K] extends ErrorTable
  ? NonNullable<D['errors']>[K]
  : Record<never, never>;

type ListersOf<D extends RecordDefinition> = D['seeAll'] extends Action ? D['seeAll'] : D['see'];

interface Base<P extends string, A extends Action> {
  readonly path: P;
  readonly who: readonly OpenTo<A>[];
  readonly action: A;
  readonly summary: string;
}
interface OfOne<D extends RecordDefinition, A extends Action, P extends string> extends Base<P, A> {
  readonly params: typeof idParams;
  readonly reply: WholeOf<D>;
}

interface RecordCalls<D extends RecordDefinition> {
  readonly list: Base<D['path'], ListersOf<D>> & {
    readonly method: 'GET';
    readonly query: ReturnType<typeof listQuery<D['sortable'], FiltersOf<D>>>;
    readonly reply: ReturnType<typeof listReply<D['item']>>;
    readonly streamed: true;
  };
  readonly get: OfOne<D, D['see'], `${D['path']}/:id`> & { readonly method: 'GET' };
  readonly create: Base<D['path'], D['change']> & {
    readonly method: 'POST';
    readonly body: D['create'];
    readonly reply: WholeOf<D>;
    readonly status: 201;
    readonly creates: true;
    readonly errors: ErrorsOf<D, 'create'>;
  };
  readonly update: OfOne<D, D['change'], `${D['path']}/:id/update`> & {
    readonly method: 'POST';
    readonly body: D['update'];
    readonly changes: CallDefinition;
    readonly errors: ErrorsOf<D, 'update'>;
  };
  readonly trash: OfOne<D, D['change'], `${D['path']}/:id/trash`> & {
    readonly method: 'POST';
    readonly errors: ErrorsOf<D, 'trash'>;
  };
  readonly untrash: OfOne<D, D['change'], `${D['path']}/:id/untrash`> & {
    readonly method: 'POST';
    readonly errors: ErrorsOf<D, 'untrash'>;
  };
}

/** The six routes of a record: list, get, create, update, trash, untrash. */
export function recordCalls<const D extends RecordDefinition>(of: D): RecordCalls<D> {
  const reply = of.whole ?? of.item;
  const { errors = {} } = of;
  const get = defineCall({
    method: 'GET',
    path: `${of.path}/:id`,
    ...openTo(of.see),
    summary: `Shows ${of.one}`,
    params: idParams,
    reply,
  });
  const calls = {
    get,
    ...trashCalls({
      path: of.path,
      thing: of.one,
      ...(of.along === undefined ? {} : { along: of.along }),
      action: of.change,
      reply,
      errors: errors.trash ?? {},
      untrashErrors: errors.untrash ?? {},
    }),
    list: defineCall({
      method: 'GET',
      path: of.path,
      ...openTo(of.seeAll ?? of.see),
      summary: sentence(`Lists ${of.many}`, of.notes?.list),
      query: listQuery(of.sortable, of.filters ?? {}),
      reply: listReply(of.item),
      streamed: true,
    }),
    create: defineCall({
      method: 'POST',
      path: of.path,
      ...openTo(of.change),
      summary: sentence(`Adds ${of.one}`, of.notes?.create),
      body: of.create,
      reply,
      status: 201,
      creates: true,
      errors: errors.create ?? {},
    }),
    update: defineCall({
      method: 'POST',
      path: `${of.path}/:id/update`,
      ...openTo(of.change),
      summary: sentence(`Changes the fields of ${of.one} that are sent`, of.notes?.update),
      params: idParams,
      body: of.update,
      changes: get,
      reply,
      errors: errors.update ?? {},
    }),
  } satisfies Record<string, CallDefinition>;
  return calls as unknown as RecordCalls<D>;
}

function sentence(what: string, note: string | undefined): string {
  return note === undefined ? what : `${what}; ${note}`;
}
