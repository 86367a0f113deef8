// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { formDraft } from './form-draft.ts';

const draft = formDraft('draft-test', { name: '', kind: 'usual' });
beforeEach(() => window.sessionStorage.clear());

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
