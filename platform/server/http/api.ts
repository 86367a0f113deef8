import type { FastifyInstance } from 'fastify';
import type { CallDefinition } from '../../contract/call.ts';
import type { Services } from '../context.ts';

/** The API under construction: features register their calls on it with `handle`. */
export interface Api {
  readonly fastify: FastifyInstance;
  readonly services: Services;
  /** Every call registered so far; the OpenAPI document and the refusal tests are made from it. */
  readonly calls: CallDefinition[];
  /** Replies are checked against the contract (tests, development), never in production. */
  readonly checksReplies: boolean;
}

/** A feature's routes. */
export type RegisterRoutes = (api: Api) => void;
