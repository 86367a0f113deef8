// @vitest-environment happy-dom
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { ToastProvider } from '#platform/web/design/parts/toast.tsx';
import { session } from '#platform/web/session/session.ts';
import { photoStore } from './photo-store.ts';
import { unsent } from './unsent.ts';
import { UnsentSender } from './unsent-sender.tsx';
import { useClock } from './use-clock.ts';

beforeEach(() => {
  // A phone without geolocation.
  Object.defineProperty(navigator, 'geolocation', { value: undefined, configurable: true });
});
/** The query client of the open page. */
let client: QueryClient;

afterEach(() => {
  cleanup();
  session.signOut();
  localStorage.clear();
  unsent.refresh();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function Finish() {
  const finish = useClock({ id: 'toa-payoh' }, { act: 'finish' });
  return (
    <button type="button" onClick={finish.press}>
      {finish.unsentAt === null ? 'Finish' : 'Not sent'}
    </button>
  );
}

/** A cleaner's page with the given server responses. */
async function open(answer: () => Promise<Response>) {
  vi.stubGlobal('fetch', vi.fn(answer));
  session.signIn('cleaner', { jwt: 'token', id: 'mei', fullname: 'Mei Ling Lim' });
  const page = (
    <ToastProvider texts={{ undo: 'Undo', close: 'Close', region: 'Messages' }}>
      <UnsentSender>
        <Finish />
      </UnsentSender>
    </ToastProvider>
  );
  client = createQueryClient();
  const router = createMemoryRouter(
    [
      { path: '/cleaner/upcoming', element: page },
      { path: '/cleaner/jobs/:id', element: 'The job' },
    ],
    { initialEntries: ['/cleaner/upcoming'] },
  );
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

const refusal = (status: number, code: string) => async () =>
  Response.json({ code, title: 'No', detail: 'No.' }, { status });
const press = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Finish' })));
const stored = () => localStorage.getItem('unsent-mei');

test('a refused item is removed, with a toast that links to the job', async () => {
  await open(refusal(409, 'not_changeable'));
  await press();
  expect((await screen.findByRole('alert')).textContent).toContain('We are telling the office');
  expect(stored()).toBeNull();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'See job 查看工作' })));
  expect(await screen.findByText('The job')).not.toBeNull();
});

test.each([
  ['no signal', () => Promise.reject(new TypeError('no network')), 'No signal. Carry on.'],
  ['a server that is down', refusal(503, 'unavailable'), 'The server is not responding. Carry on.'],
  ['a server with a temporary failure', refusal(500, 'internal'), 'The server is not responding.'],
  ['a server that throttles', refusal(429, 'too_many'), 'The server is not responding.'],
])(
  'with %s an action is kept without an error, and the page shows that it is not sent, and why',
  async (_name, answer, why) => {
    await open(answer);
    await press();
    const later = await screen.findByText(/1 clock-out will be sent later\./);
    expect(later.textContent).toContain(why);
    expect(screen.getByRole('button', { name: 'Not sent' })).not.toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(stored()).toContain('"finish"');
  },
);

test('a photo that the phone could not store keeps the page open', async () => {
  await open(() => Promise.reject(new TypeError('no network')));
  vi.spyOn(photoStore, 'isOnlyInMemory').mockImplementation((key) => key === 'mei door');
  const photo = { act: 'photo', jobID: 'toa-payoh', kind: 'before', at: '2026-12-01T01:00:00Z' } as const;
  await act(async () => unsent.put({ ...photo, photoID: 'hall' }));
  expect(screen.queryByText(/Your phone is full/)).toBeNull();
  const closing = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(closing()).toBe(false);
  await act(async () => unsent.put({ ...photo, photoID: 'door' }));
  expect(await screen.findByText(/Your phone is full/)).not.toBeNull();
  expect(closing()).toBe(true);
});

test('an action that fails repeatedly on the server is dropped with a toast', async () => {
  await open(refusal(500, 'internal'));
  await press();
  for (let again = 1; again < 6; again += 1) {
    expect(stored()).toContain('"finish"');
    await act(async () => void window.dispatchEvent(new Event('online')));
  }
  expect((await screen.findByRole('alert')).textContent).toContain('We are telling the office');
  // Only the report to the office is left, which is tried again.
  expect(JSON.parse(stored() ?? '[]')).toMatchObject([{ act: 'report', refused: 'finish' }]);
});

/** The request was already sent: waits only for its response, not for a retry delay. */
async function arrives(): Promise<void> {
  for (let turn = 0; turn < 20 && stored() !== null; turn += 1) {
    await act(() => new Promise((next) => setImmediate(next)));
    await act(() => vi.advanceTimersByTimeAsync(1));
  }
  expect(stored()).toBeNull();
}

/** A page that is offline at first, with retry delays controlled by the test. */
async function openWithoutSignal() {
  let isThere = false;
  const answer = vi.fn(() =>
    isThere
      ? Promise.resolve(Response.json({ id: 'toa-payoh', cleaners: [], items: [] }))
      : Promise.reject(new TypeError('no network')),
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await open(answer);
  await press();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(stored()).toContain('"finish"');
  return {
    answer,
    comeBack: () => {
      isThere = true;
    },
  };
}

test('without any event, an action is sent at most four seconds after the network is back', async () => {
  const { comeBack } = await openWithoutSignal();
  comeBack();
  await act(() => vi.advanceTimersByTimeAsync(4000));
  await arrives();
});

test('a minute offline makes some twenty retries, not hundreds', async () => {
  const { answer } = await openWithoutSignal();
  const posts = answer.mock.calls.length;
  expect(posts).toBeGreaterThan(12);
  expect(posts).toBeLessThan(25);
});

test.each([
  ['the browser is online', () => window.dispatchEvent(new Event('online'))],
  ['the window has the focus', () => window.dispatchEvent(new Event('focus'))],
  ['the page becomes visible', () => document.dispatchEvent(new Event('visibilitychange'))],
])('once %s, an action is sent without delay', async (_name, happens) => {
  const { comeBack } = await openWithoutSignal();
  comeBack();
  await act(async () => void happens());
  await arrives();
});

test('once a page has loaded any data, an action is sent without delay', async () => {
  const { comeBack } = await openWithoutSignal();
  comeBack();
  await act(() => client.fetchQuery({ queryKey: ['any'], queryFn: () => 'read' }));
  await arrives();
});

test('a failing server gets fewer and fewer retries, even if pages load data', async () => {
  const answer = vi.fn(refusal(503, 'unavailable'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await open(answer);
  await press();
  await act(() => vi.advanceTimersByTimeAsync(10 * 60_000));
  const posts = answer.mock.calls.length;
  expect(posts).toBeLessThan(20);
  await act(() => client.fetchQuery({ queryKey: ['any'], queryFn: () => 'read' }));
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(answer.mock.calls).toHaveLength(posts);
});

test('a hanging request is aborted and sent again with the same key', async () => {
  const keys: (string | null)[] = [];
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('It took too long.', 'TimeoutError')), ms);
    return controller.signal;
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await open(async () => Response.json({}));
  const hangs = async (_url: string, { method, headers, signal }: RequestInit) => {
    if (method !== 'POST') return Response.json({ items: [] });
    keys.push(new Headers(headers).get('Idempotency-Key'));
    if (keys.length > 1) return Response.json({ id: 'toa-payoh', cleaners: [] });
    return new Promise<Response>((_answer, fail) => {
      signal?.addEventListener('abort', () => fail(signal.reason));
    });
  };
  vi.stubGlobal('fetch', vi.fn(hangs));
  await press();
  await act(() => vi.advanceTimersByTimeAsync(25_000));
  await arrives();
  expect(keys).toEqual([expect.stringContaining('toa-payoh finish'), keys[0]]);
  timeout.mockRestore();
});

test('an expired session keeps the action for its cleaner', async () => {
  await open(refusal(401, 'unauthenticated'));
  await press();
  expect(session.getState().isSignedIn).toBe(false);
  expect(stored()).toContain('"finish"');
  expect(screen.queryByText(/sent later/)).toBeNull();
});

test('a phone whose clock is ahead sends the action again with the corrected time', async () => {
  const bodies: { at: string }[] = [];
  const now = '2026-11-26T09:00:00.000Z';
  const future = {
    code: 'invalid',
    title: 'No',
    detail: 'No.',
    errors: [{ path: 'at', message: 'In the future.' }],
  };
  await open(async () => Response.json({}));
  vi.stubGlobal(
    'fetch',
    vi.fn(async (_url: string, init: RequestInit) => {
      if (init.method !== 'POST') return Response.json({ items: [] });
      bodies.push(JSON.parse(String(init.body)));
      const headers = { 'x-kemas-now': now };
      return bodies.length === 1
        ? Response.json(future, { status: 422, headers })
        : Response.json({ id: 'toa-payoh', cleaners: [] }, { headers });
    }),
  );
  await press();
  await waitFor(() => expect(bodies).toHaveLength(2));
  expect(Date.parse(bodies[1]?.at ?? '') - Date.parse(now)).toBeLessThan(60_000);
  await waitFor(() => expect(stored()).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});
