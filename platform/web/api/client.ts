import { appClock } from '../app-clock.ts';
import type { SessionStore } from '../session/session-store.ts';
import { ApiError, errorOf, offlineError } from './api-error.ts';
import type { Callable, CallReply, InputArgument } from './callable.ts';
import { type Parts, requestOf } from './request.ts';

export type CallOptions = {
  readonly signal?: AbortSignal;
  /** Makes a retry return the first reply: for everything that moves money, credits or slots. */
  readonly idempotencyKey?: string;
};

type ClientOptions = {
  readonly base: string;
  readonly session: Pick<SessionStore, 'getState' | 'signOut'>;
  /** Looked up on each request, so that tests and service workers can replace it. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly cookies: () => string;
  readonly page: () => string;
};

export type Client = {
  /**
   * Sends a request. Only its own status (200, or 201 for creations) is success; there is no timeout.
   * @throws ApiError with the server's problem document unchanged; with code `offline` if there was no response.
   */
  callApi<C extends Callable>(call: C, ...input: InputArgument<C, CallOptions>): Promise<CallReply<C>>;
  /** Fetches the reply as a file with the Bearer header, so that no URL contains the token. */
  fetchFile<C extends Callable>(call: C, ...input: InputArgument<C, CallOptions>): Promise<File>;
};

/** The typed client over `fetch`. */
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
    // A wrong code is a 401 too; only this code means that the session has ended. A newer session is left alone.
    const gone = error.status === 401 && error.code === 'unauthenticated';
    if (gone && jwt !== null && session.getState().jwt === jwt) session.signOut('expired');
    throw error;
  }

  return {
    async callApi(call, ...[input]) {
      const response = await send(call, input ?? {});
      const text = await answered(() => response.text());
      // Tests check the server's replies against the contract; here the type is trusted.
      return parsed(text, response.status) as CallReply<typeof call>;
    },
    async fetchFile(call, ...[input]) {
      const response = await send(call, input ?? {});
      const blob = await answered(() => response.blob());
      return new File([blob], fileNameOf(response, call), { type: blob.type });
    },
  };
}

/** Awaits the network. An aborted request stays aborted; any other failure means offline. */
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
