import { newXsrfToken, XSRF_COOKIE, XSRF_HEADER } from '#platform/server/sessions/xsrf.ts';
import type { Reply, TestApp } from '#platform/testing/test-app.ts';

/** A browser with a cookie jar, at one address. */
export interface TestBrowser {
  readonly cookies: Map<string, string>;
  post(url: string, payload: object): Promise<Reply<Record<string, unknown>>>;
}

export function openBrowser(app: TestApp, address: string): TestBrowser {
  const cookies = new Map([[XSRF_COOKIE, newXsrfToken(app.services.keys, null)]]);
  return {
    cookies,
    post: async (url, payload) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { cookie, [XSRF_HEADER]: cookies.get(XSRF_COOKIE) ?? '' };
      const sent = { method: 'POST', url: `/api${url}`, payload, headers, remoteAddress: address } as const;
      const reply = await app.request(sent);
      for (const line of [reply.headers['set-cookie'] ?? []].flat() as string[]) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      return reply as Reply<Record<string, unknown>>;
    },
  };
}

/** The browser without its session, as after signing out: only the known-browser cookie is left. */
export function signedOut(app: TestApp, { cookies }: TestBrowser, address: string): TestBrowser {
  const browser = openBrowser(app, address);
  for (const [name, value] of cookies) if (name.startsWith('known-')) browser.cookies.set(name, value);
  return browser;
}
