// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSite } from './use-site.ts';

const PUBLISHED = { disclaimer: { title: 'On the site', html: '' } };
const BEGUN = { disclaimer: { title: 'Not yet on the site', html: '' } };

const parent = { postMessage: vi.fn() };

function Page() {
  return <p>{useSite().data?.disclaimer.title}</p>;
}

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(PUBLISHED)));
  vi.stubGlobal('parent', parent);
  parent.postMessage.mockClear();
});
afterEach(() => {
  cleanup();
  window.name = '';
  vi.unstubAllGlobals();
});

async function openInFrame() {
  window.name = 'kemas-preview';
  render(<Page />);
  await screen.findByText('On the site');
  await waitFor(() =>
    expect(parent.postMessage).toHaveBeenCalledWith('kemas-preview', window.location.origin),
  );
}

async function hear(from: { source?: unknown; origin?: string; data?: unknown } = {}) {
  const data = { language: 'en', site: BEGUN };
  const event = new MessageEvent('message', { data, origin: window.location.origin });
  Object.defineProperty(event, 'source', { value: parent });
  for (const [name, value] of Object.entries(from)) Object.defineProperty(event, name, { value });
  await act(async () => {
    window.dispatchEvent(event);
  });
}

it("shows the office's unpublished changes in the form's preview frame", async () => {
  await openInFrame();
  await hear();
  expect(screen.getByText('Not yet on the site')).toBeTruthy();
});

it.each([
  ['another page', { source: {} }],
  ['another site', { origin: 'https://evil.example' }],
  ['messages of another kind', { data: { kind: 'other' } }],
  ['nothing', { data: null }],
])('ignores messages from %s', async (_who, from) => {
  await openInFrame();
  await hear(from);
  expect(screen.getByText('On the site')).toBeTruthy();
});

it('ignores messages outside of that frame', async () => {
  render(<Page />);
  await screen.findByText('On the site');
  await hear();
  expect(screen.getByText('On the site')).toBeTruthy();
  expect(parent.postMessage).not.toHaveBeenCalled();
});
