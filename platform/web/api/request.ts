import type { Callable } from './callable.ts';

/** The untyped parts of a request. */
export type Parts = {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
};

type Environment = {
  /** Base URL of the API, without a trailing slash: `/api` or `https://api.example.sg`. */
  readonly base: string;
  readonly jwt: string | null;
  readonly cookies: string;
  /** The page's own URL. */
  readonly page: string;
};

/** `/jobs/:id` and `{id: 'a b'}` → `/jobs/a%20b`. @throws when a parameter is missing, which is a bug. */
export function pathOf(path: string, params: unknown): string {
  const values = entriesOf(params);
  return path.replace(/:(\w+)/g, (_all, name: string) => {
    const value = values.get(name);
    if (value === undefined || value === null || value === '') throw new Error(`${path} lacks ${name}`);
    return encodeURIComponent(String(value));
  });
}

/** `?a=1&b=2&b=3`, or empty. Undefined and null are omitted, arrays are repeated. */
export function queryStringOf(query: unknown): string {
  const search = new URLSearchParams();
  for (const [name, value] of entriesOf(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) search.append(name, String(each));
    }
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** The value of the cookie XSRF-TOKEN, or null. */
export function xsrfTokenOf(cookies: string): string | null {
  for (const pair of cookies.split('; ')) {
    if (pair.startsWith('XSRF-TOKEN=')) return decodeURIComponent(pair.slice('XSRF-TOKEN='.length));
  }
  return null;
}

/** Builds the request of a route: Bearer when signed in, the XSRF header on writes, JSON for objects. */
export function requestOf(call: Callable, parts: Parts, environment: Environment) {
  const { base, jwt, cookies, page } = environment;
  const url = base + pathOf(call.path, parts.params) + queryStringOf(parts.query);
  const target = new URL(url, page);
  const headers = new Headers({ Accept: 'application/json, application/problem+json' });
  if (jwt !== null) headers.set('Authorization', `Bearer ${jwt}`);
  // Cookies ignore ports, so the same host name is the same cookie jar; the token is never sent to another host.
  const token = target.hostname === new URL(page).hostname ? xsrfTokenOf(cookies) : null;
  if (call.method !== 'GET' && token !== null) headers.set('X-XSRF-TOKEN', token);
  const body = bodyOf(parts.body, headers);
  const credentials: RequestCredentials = target.origin === new URL(page).origin ? 'same-origin' : 'include';
  return {
    url,
    init: { method: call.method, headers, credentials, ...(body === undefined ? {} : { body }) },
  };
}

function bodyOf(body: unknown, headers: Headers): BodyInit | undefined {
  if (body === undefined) return undefined;
  if (body instanceof FormData || body instanceof Blob) return body;
  headers.set('Content-Type', 'application/json');
  return JSON.stringify(body);
}

function entriesOf(value: unknown): Map<string, unknown> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}
