// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { formDraft, useStoredDraft } from './form-draft.ts';

const draft = formDraft('draft-test', { name: '', kind: 'usual' });
beforeEach(() => window.sessionStorage.clear());
afterEach(() => void vi.restoreAllMocks());

it('is what was typed, and is cleared once it is sent', () => {
  draft.store({ name: 'Mei', kind: 'other' });
  expect(draft.read()).toEqual({ name: 'Mei', kind: 'other' });
  draft.remove();
  expect(draft.read()).toEqual({ name: '', kind: 'usual' });
});

it.each([
  ['corrupt', '{"name":'],
  ['not an object', '7'],
  ['from another form', '{"name":5,"other":"x"}'],
])('starts again if the stored value is %s', (_name, stored) => {
  window.sessionStorage.setItem('draft-test', stored);
  expect(draft.read()).toEqual({ name: '', kind: 'usual' });
});

it('is reported as not stored once something is typed and the storage is full', async () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockReturnValue({
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
    removeItem: () => undefined,
  } as unknown as Storage);
  const form = (name: string) => ({ values: { name, kind: '' }, set: () => undefined });
  const hook = renderHook(({ name }) => useStoredDraft(draft, form(name), () => ({ name: '', kind: '' })), {
    initialProps: { name: '' },
  });
  expect(hook.result.current).toBe(false);
  await act(async () => hook.rerender({ name: 'Mei' }));
  expect(hook.result.current).toBe(true);
  vi.restoreAllMocks();
  await act(async () => hook.rerender({ name: 'Mei L' }));
  expect(hook.result.current).toBe(false);
  hook.unmount();
});
