import type { FastifyInstance } from 'fastify';
import type { CallDefinition } from '../../contract/call.ts';
import type { Refusal } from '../../kernel/refusal.ts';
import type { Context, Services } from '../context.ts';

/** The API under construction: features register their routes on it with `handle`. */
export interface Api {
  readonly fastify: FastifyInstance;
  readonly services: Services;
  /** Every route registered so far; the source of the OpenAPI document and the refusal tests. */
  readonly calls: CallDefinition[];
  /** Reads a resource as this actor may see it, by the call that shows it: `GET /cleaners/:id`. */
  readonly readers: Map<string, (ctx: Context, params: unknown) => Promise<unknown>>;
  /** Replies are checked against the contract in tests and development, never in production. */
  readonly checksReplies: boolean;
  /** May refuse any call before its input is read: a public demo has calls that nobody may make. */
  readonly guard?: ((call: CallDefinition, ctx: Context) => Promise<Refusal | null>) | undefined;
  /** Aborts when the process begins to stop; it still serves for a while. */
  readonly stopping: AbortSignal;
}

export type RegisterRoutes = (api: Api) => void;
