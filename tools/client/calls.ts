/**
 * A placeholder, so that the source of the client can be checked: `npm run client` writes the calls of the contract in its
 * place.
 */

export interface CallTypes {
  readonly input: object;
  readonly reply: unknown;
  /** A file instead of JSON. */
  readonly file?: true;
}

/** The calls by name. */
export type Calls = Readonly<Record<string, CallTypes>>;

/** The codes of refusals. */
export type ErrorCode = string;

export interface WebhookEvent {
  readonly type: string;
}

export interface CallRoute {
  readonly method: 'GET' | 'POST';
  /** `/jobs/:id` */
  readonly path: string;
  readonly idempotent?: true;
  readonly file?: true;
}

export const routes: Readonly<Record<string, CallRoute>> = {};
