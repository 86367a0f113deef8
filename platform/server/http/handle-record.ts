import type { CallDefinition, Checked } from '../../contract/call.ts';
import type { Context } from '../context.ts';
import type { Api } from './api.ts';
import { type ActorOf, type Handler, handle } from './handle.ts';

type Answer<C extends CallDefinition> = ReturnType<Handler<C>>;
type Ctx<C extends CallDefinition> = Context<ActorOf<C>>;

interface RecordCallSet {
  readonly list: CallDefinition;
  readonly get: CallDefinition;
  readonly create: CallDefinition;
  readonly update: CallDefinition;
  readonly trash: CallDefinition;
  readonly untrash: CallDefinition;
}

/** The handlers of a record's six routes. */
interface RecordHandlers<C extends RecordCallSet> {
  list(ctx: Ctx<C['list']>, query: Checked<C['list']>['query']): Answer<C['list']>;
  get(ctx: Ctx<C['get']>, id: string): Answer<C['get']>;
  create(ctx: Ctx<C['create']>, body: Checked<C['create']>['body']): Answer<C['create']>;
  update(ctx: Ctx<C['update']>, id: string, body: Checked<C['update']>['body']): Answer<C['update']>;
  trash(ctx: Ctx<C['trash']>, id: string): Answer<C['trash']>;
  untrash(ctx: Ctx<C['untrash']>, id: string): Answer<C['untrash']>;
}

/** Registers the six routes of a record (platform/contract/record.ts) with their handlers. */
export function handleRecord<C extends RecordCallSet>(api: Api, calls: C, by: RecordHandlers<C>): void {
  const idOf = (asked: { readonly params: unknown }) => (asked.params as { id: string }).id;
  handle<C['list']>(api, calls.list, (asked) => by.list(asked.ctx, asked.query));
  handle<C['get']>(api, calls.get, (asked) => by.get(asked.ctx, idOf(asked)));
  handle<C['create']>(api, calls.create, (asked) => by.create(asked.ctx, asked.body));
  handle<C['update']>(api, calls.update, (asked) => by.update(asked.ctx, idOf(asked), asked.body));
  handle<C['trash']>(api, calls.trash, (asked) => by.trash(asked.ctx, idOf(asked)));
  handle<C['untrash']>(api, calls.untrash, (asked) => by.untrash(asked.ctx, idOf(asked)));
}
