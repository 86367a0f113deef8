import { appClock } from '../app-clock.ts';
import type { SessionStore } from '../session/session-store.ts';
import { ApiError, errorOf, offlineError } from './api-error.ts';
import type { Callable, CallReply, InputArgument } from './callable.ts';
import { type Parts, requestOf } from './request.ts';

export type CallOptions = {
  readonly signal?: AbortSignal;
  /** Makes a repeated request answer as the first did: for all that moves money, credits or slots. */
  readonly idempotencyKey?: string;
};

type ClientOptions = {
  readonly base: string;
  readonly session: Pick<SessionStore, 'getState' | 'signOut'>;
  /** Leaves the browser's own function where it is, so that tests and workers may replace it. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly cookies: () => string;
  readonly page: () => string;
};

export type Client = {
  /**
   * Makes a call. Only its own status (200, or 201 for creations) is success; there is no time-out.
   * @throws ApiError with what the server said, unchanged; with code `offline` when nothing answered.
   */
  callApi<C extends Callable>(call: C, ...input: InputArgument<C, CallOptions>): Promise<CallReply<C>>;
  /** The same call's reply as a file, fetched with the Bearer header: no address ever carries the token. */
  fetchFile<C extends Callable>(call: C, ...input: InputArgument<C, CallOptions>): Promise<File>;
};

/** The typed client over `fetch`. SPEC.md section 7. */
export function createClient({ base, session, fetch, cookies, page }: ClientOptions): Client {
  async function send(call: Callable, input: Parts & CallOptions): Promise<Response> {
    const { jwt } = session.getState();
    const { url, init } = requestOf(call, input, { base, jwt, cookies: cookies(), page: page() });
    if (input.idempotencyKey) init.headers.set('Idempotency-Key', input.idempotencyKey);
    const response = await answered(() =>
      fetch(url, input.signal ? { ...init, signal: input.signal } : init),
    );
    appClock.sync(response.headers.get('x-kemas-now'));
    if (response.status === (call.status ?? 200)) return response;
    const error = await errorOf(response);
    // A wrong code is a 401 too; only this one says that the session is gone. A newer session is left alone.
    const gone = error.status === 401 && error.code === 'unauthenticated';
    if (gone && jwt !== null && session.getState().jwt === jwt) session.signOut('expired');
    throw error;
  }

  return {
    async callApi(call, ...[input]) {
      const response = await send(call, input ?? {});
      const text = await answered(() => response.text());
      // The server checks its replies against the contract in tests; here the type is taken at its word.
      return parsed(text, response.status) as CallReply<typeof call>;
    },
    async fetchFile(call, ...[input]) {
      const response = await send(call, input ?? {});
      const blob = await answered(() => response.blob());
      return new File([blob], fileNameOf(response, call), { type: blob.type });
    },
  };
}

/** Waits for the network. A request that was called off stays that; any other failure is a missing signal. */
async function answered<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw offlineError();
  }
}

function parsed(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError({
      status,
      code: 'unexpected',
      title: 'Something went wrong on our side',
      detail: 'We could not read the reply. Try again in a moment.',
    });
  }
}

function fileNameOf(response: Response, call: Callable): string {
  const named = /filename="?([^";]+)"?/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  return named ?? `${call.path.split('/').findLast((part) => part !== '' && !part.startsWith(':'))}.csv`;
}
