// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { language } from '#platform/web/i18n/language.ts';
import { session } from '#platform/web/session/session.ts';
import { discoverAreas } from '../router.tsx';
import type { Area } from '../routes/route.ts';
import { routesOf } from '../routes-of.tsx';

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network in this test')));
});
afterEach(() => {
  cleanup();
  act(() => {
    session.signOut();
    language.set('en');
  });
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function open(path: string, areas?: readonly Area[]) {
  const router = createMemoryRouter(routesOf(areas), {
    initialEntries: [path],
    patchRoutesOnNavigation: discoverAreas(),
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { level: 1 });
  return router;
}

test('the link to the current page has the class active', async () => {
  await open('/privacy-policy');
  const [link] = screen.getAllByRole('link', { name: 'Privacy' });
  expect(link?.classList.contains('active')).toBe(true);
  expect(link?.getAttribute('aria-current')).toBe('page');
  const [other] = screen.getAllByRole('link', { name: 'Services' });
  expect(other?.classList.contains('active')).toBe(false);
});

test('switches the frame to the other language', async () => {
  await open('/contact-us');
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '中文' })));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('联系我们');
  expect(document.documentElement.lang).toBe('zh-Hans-SG');
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'English' })));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Contact us');
});

test('moves the focus to the new view after a navigation', async () => {
  const router = await open('/contact-us');
  await act(() => router.navigate('/join-us'));
  const heading = await screen.findByRole('heading', { level: 1, name: 'Clean with us' });
  expect(document.activeElement).toBe(heading);
});

test('the first tab stop skips to the page', async () => {
  await open('/contact-us');
  fireEvent.click(screen.getByRole('button', { name: 'Skip to content' }));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test("a booking's frame has its step and an exit, and no other links", async () => {
  await open('/one-time/new');
  const header = within(screen.getByRole('banner'));
  expect(header.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/', '/']);
  expect(header.getByText('2 of 7, home and hours')).not.toBeNull();
  expect(header.getByRole('link', { name: 'Leave' })).not.toBeNull();
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(screen.queryByRole('contentinfo')).toBeNull();
});

test('shows the offline banner as long as there is no signal', async () => {
  await open('/contact-us');
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(await screen.findByText(/^No signal\./)).not.toBeNull();
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.queryByText(/^No signal\./)).toBeNull();
  online.mockRestore();
});

test('tells an offline cleaner to carry on, in both languages; on the sign-in that it needs a connection', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  session.signIn('cleaner', { jwt: 'token', id: 'mei', firstname: 'Mei Ling', lastname: 'Lim' });
  const router = await open('/cleaner/profile');
  const [band] = screen.getAllByRole('status');
  expect(band?.textContent).toBe('No signal. Carry on. 没有网络，请继续。');
  act(() => session.signOut());
  await act(() => router.navigate('/cleaner/signin'));
  expect(band?.textContent).toContain('sending needs a connection');
  online.mockRestore();
});

test("the footer of the cleaner's area shows each label once per language, whatever the page's language", async () => {
  session.signIn('cleaner', { jwt: 'token', id: 'mei', firstname: 'Mei Ling', lastname: 'Lim' });
  act(() => language.set('zh'));
  await open('/cleaner/profile');
  expect(screen.getByRole('button', { name: 'Sign out 登出' })).not.toBeNull();
  expect(screen.getByRole('button', { name: 'Dark 深色' })).not.toBeNull();
});

test('a page whose code fails to load keeps its frame and offers a retry', async () => {
  const broken: Area = {
    shell: 'public',
    access: 'anyone',
    pages: [
      { paths: ['/broken'], title: 'Broken', load: () => Promise.reject(new Error('chunk not found')) },
    ],
  };
  await open('/broken', [broken]);
  expect(screen.getByRole('alert').textContent).toContain('could not show this page');
  expect(screen.getByRole('button', { name: 'Try again' })).not.toBeNull();
  expect(screen.getByRole('contentinfo')).not.toBeNull();
});

test('a page that throws while rendering keeps its frame too', async () => {
  const Component = () => {
    throw new Error('a bug');
  };
  const broken: Area = {
    shell: 'public',
    access: 'anyone',
    pages: [{ paths: ['/broken'], title: 'Broken', load: async () => ({ Component }) }],
  };
  const said = vi.spyOn(console, 'error').mockReturnValue(undefined);
  await open('/broken', [broken]);
  expect(screen.getByRole('alert').textContent).toContain('could not show this page');
  expect(screen.getByRole('contentinfo')).not.toBeNull();
  expect(said).toHaveBeenCalled();
  said.mockRestore();
});

test("the office's sign-in is in English, and offers no other language", async () => {
  act(() => language.set('zh'));
  await open('/admin/signin');
  expect(document.body.textContent).not.toMatch(/\p{Script=Han}/u);
  act(() => language.set('zh')); // as for a browser whose choice is not in the cookie
  expect(document.documentElement.lang).toBe('en-SG');
});

test('the office is never rendered in another language, not even at first', async () => {
  let drawn: string | null = null;
  const Component = () => {
    useLayoutEffect(() => {
      drawn ??= document.body.textContent;
    }, []);
    return <h1>Office</h1>;
  };
  const office: Area = {
    shell: 'entry',
    access: 'anyone',
    pages: [{ paths: ['/admin/door', '/door'], title: 'Door', load: async () => ({ Component }) }],
  };
  act(() => language.set('zh'));
  await open('/admin/door', [office]);
  expect(drawn).toContain('Skip to content');
  cleanup();
  drawn = null;
  await open('/door', [office]);
  expect(drawn).toContain('跳到正文');
});

const search = () => screen.queryByRole('combobox', { name: 'Search' });

test('single keys can be switched off, and stay off when the office is opened again; Control K always works', async () => {
  session.signIn('admin', { jwt: 'token', id: 'siti', fullname: 'Siti Wahid', officeRole: 'owner' });
  await open('/admin/reviews');
  fireEvent.keyDown(document.body, { key: '?' });
  fireEvent.click(screen.getByLabelText('Keyboard shortcuts on'));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  fireEvent.keyDown(document.body, { key: '/' });
  expect(search()).toBeNull();
  cleanup();
  await open('/admin/reviews');
  fireEvent.keyDown(document.body, { key: '/' });
  expect(search()).toBeNull();
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  expect(search()).not.toBeNull();
});

test('the / key opens the search, in which pages are found and opened by the keyboard', async () => {
  session.signIn('admin', { jwt: 'token', id: 'siti', fullname: 'Siti Wahid', officeRole: 'owner' });
  const router = await open('/admin/reviews');
  fireEvent.keyDown(document.body, { key: '/' });
  const field = screen.getByRole('combobox', { name: 'Search' });
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: 'new ' } });
  const options = within(screen.getByRole('dialog')).getAllByRole('option');
  expect(options[0]?.textContent).toBe('New jobJobs');
  expect(field.getAttribute('aria-activedescendant')).toBe(options[0]?.id);
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(field.getAttribute('aria-activedescendant')).toBe(options[1]?.id);
  expect(options[1]?.getAttribute('aria-selected')).toBe('true');
  fireEvent.change(field, { target: { value: 'promo' } });
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  fireEvent.keyDown(field, { key: 'ArrowUp' });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/promocodes'));
  expect(search()).toBeNull();
});

test('G and a letter open a page, and the entry of its section is active on all its pages', async () => {
  session.signIn('admin', { jwt: 'token', id: 'siti', fullname: 'Siti Wahid', officeRole: 'owner' });
  const router = await open('/admin/reviews');
  const rail = within(screen.getByRole('navigation', { name: 'Office' }));
  const active = () => rail.getAllByRole('link').filter((link) => link.classList.contains('active'));
  expect(active().map((link) => link.textContent)).toEqual(['Inbox']);
  expect(active()[0]?.getAttribute('aria-current')).toBe('true');
  fireEvent.keyDown(document.body, { key: 'g' });
  fireEvent.keyDown(document.body, { key: 't' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/transactions'));
  await waitFor(() => expect(active().map((link) => link.textContent)).toEqual(['Transactions']));
  expect(active()[0]?.getAttribute('aria-current')).toBe('page');
});
