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
  ['half-written', '{"name":'],
  ['no object', '7'],
  ['of another form', '{"name":5,"other":"x"}'],
])('begins anew where what is stored is %s', (_name, stored) => {
  window.sessionStorage.setItem('draft-test', stored);
  expect(draft.read()).toEqual({ name: '', kind: 'usual' });
});
