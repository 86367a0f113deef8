// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { phraseIn } from '#platform/web/i18n/texts.ts';
import { NOT_REQUESTED } from '../../rules/time-off-request.ts';
import { TimeOffRequests } from './time-off-requests.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Asks for time off, which the server refuses with this problem. */
async function ask(problem: object) {
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    if (init.method === 'GET') return Response.json({ items: [], officePhone: '', absence: null });
    return Response.json(
      { status: 422, code: 'invalid', detail: 'Check the fields.', ...problem },
      { status: 422 },
    );
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TimeOffRequests />
    </QueryClientProvider>,
  );
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /^Ask for time off/ })));
  const first = screen.getByLabelText(/^First day/);
  await act(async () => fireEvent.change(first, { target: { value: '2026-12-03' } }));
  const form = first.closest('form');
  if (form !== null) await act(async () => fireEvent.submit(form));
}

test.each(Object.values(NOT_REQUESTED))(
  'a request is refused with the reason in both languages: %s',
  async (text) => {
    const zh = phraseIn('zh', text);
    expect(zh).not.toBe(text);
    await ask({ errors: [{ path: 'lastDay', message: text }] });
    expect(await screen.findByText(text)).not.toBeNull();
    expect(screen.getByText(zh)).not.toBeNull();
  },
);

test('a reason that the screen does not know is shown as the server says it', async () => {
  await ask({ errors: [{ path: 'note', message: 'Use up to 200 characters.' }] });
  expect(await screen.findByText('Use up to 200 characters.')).not.toBeNull();
  expect(screen.getByText('请检查填写的内容，再试一次。')).not.toBeNull();
});
