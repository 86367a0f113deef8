import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#database/generated.ts';

type Known =
  | 'customer'
  | 'payment_method'
  | 'payment_intent'
  | 'setup_intent'
  | 'refund'
  | 'dispute'
  | 'token'
  | 'event';

/** Common fields of all Stripe objects. */
export interface StripeObject {
  readonly id: string;
  readonly object: string;
  readonly created: number;
}

/** The fake's objects in PostgreSQL: they survive a restart, as at Stripe. */
export interface Store {
  get<T extends StripeObject>(kind: Known, id: string): Promise<T | null>;
  /** The same, locked until this request ends. */
  lock<T extends StripeObject>(kind: Known, id: string): Promise<T | null>;
  put(kind: Known, object: StripeObject): Promise<void>;
  /** Newest first; `after` is the last one of the previous page. */
  list<T extends StripeObject>(kind: Known, page: ListPage): Promise<T[]>;
  /** The objects that this request has written so far, in their current state. */
  changed(): StripeObject[];
}

export interface ListPage {
  readonly customer?: string;
  readonly after?: string;
  readonly limit: number;
}

/** A store for one request: it caches what it has read or written. */
export function openStore(db: Kysely<DB>): Store {
  const known = new Map<string, StripeObject | null>();
  const changed = new Map<string, StripeObject>();
  const remember = <T>(kind: Known, id: string, body: unknown) => {
    known.set(`${kind} ${id}`, (body ?? null) as StripeObject | null);
    return (body ?? null) as T | null;
  };
  const one = (kind: Known, id: string) =>
    db.selectFrom('sandbox.stripe_object').select('body').where('id', '=', id).where('kind', '=', kind);
  return {
    get: async <T>(kind: Known, id: string) => {
      const found = known.get(`${kind} ${id}`);
      if (found !== undefined) return found as T | null;
      return remember<T>(kind, id, (await one(kind, id).executeTakeFirst())?.body);
    },
    lock: async <T>(kind: Known, id: string) =>
      remember<T>(kind, id, (await one(kind, id).forUpdate().executeTakeFirst())?.body),
    async put(kind, object) {
      remember(kind, object.id, object);
      changed.set(object.id, object);
      const body = JSON.stringify(object);
      await db
        .insertInto('sandbox.stripe_object')
        .values({ id: object.id, kind, body, created_at: new Date(object.created * 1000).toISOString() })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ body }))
        .execute();
    },
    changed: () => [...changed.values()],
    async list<T>(kind: Known, page: ListPage) {
      let query = db.selectFrom('sandbox.stripe_object').select('body').where('kind', '=', kind);
      if (page.customer !== undefined)
        query = query.where(sql<boolean>`body->>'customer' = ${page.customer}`);
      if (page.after !== undefined) query = query.where('id', '<', page.after);
      const rows = await query.orderBy('id', 'desc').limit(page.limit).execute();
      return rows.map((row) => row.body as T);
    },
  };
}

/** A new id; later ones sort after earlier ones. */
export function newStripeID(prefix: string): string {
  const time = Date.now().toString(36).padStart(9, '0');
  return `${prefix}_${time}${randomBytes(9).toString('hex')}`;
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
