// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextField } from '../design/parts/field.tsx';
import { session } from '../session/session.ts';
import { rachel } from '../session/testing.ts';
import { ownerOf, removeDraftOfOthers, removeUnsavedDraft, saveUnsavedDraft } from './unsaved-drafts.ts';
import { useForm } from './use-form.ts';

const ADDRESS = '/admin/customers/new?from=list';
const RACHEL = ownerOf({ type: 'customer', id: rachel.id });

beforeEach(() => {
  window.sessionStorage.clear();
  window.history.replaceState(null, '', ADDRESS);
  session.signIn('customer', rachel);
});
afterEach(cleanup);

function Form({ draft = 'person' }: { readonly draft?: string }) {
  const form = useForm({ initial: { name: 'Mei', note: '' }, draft, send: async () => undefined });
  return (
    <form aria-label="form">
      <TextField label="Name" {...form.text('name')} />
      <TextField label="Note" {...form.text('note')} />
      <output>{form.changed ? 'not saved' : 'as saved'}</output>
    </form>
  );
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

/** Types a note, and lets the session expire. */
function typeAndExpire() {
  render(<Form />);
  fireEvent.change(field('Note'), { target: { value: 'Ring twice' } });
  saveUnsavedDraft(RACHEL, ADDRESS);
  cleanup();
}

test('restores typed values once for the same person, marked as unsaved', () => {
  typeAndExpire();
  render(<Form />);
  expect([field('Name').value, field('Note').value]).toEqual(['Mei', 'Ring twice']);
  expect(screen.getByText('not saved')).toBeTruthy();
  cleanup();
  render(<Form />);
  expect(field('Note').value).toBe('');
});

test('also if the storage is full: the sign-in does not reload the page', () => {
  const full = vi.spyOn(window, 'sessionStorage', 'get').mockReturnValue({
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
    removeItem: () => undefined,
  } as unknown as Storage);
  typeAndExpire();
  render(<Form />);
  expect(field('Note').value).toBe('Ring twice');
  cleanup();
  render(<Form />);
  expect(field('Note').value).toBe('');
  full.mockRestore();
});

test('not in another form, at another address or for another person', () => {
  typeAndExpire();
  render(<Form draft="other" />);
  expect(field('Note').value).toBe('');
  cleanup();
  window.history.replaceState(null, '', '/admin/customers/new');
  render(<Form />);
  expect(field('Note').value).toBe('');
  cleanup();
  window.history.replaceState(null, '', ADDRESS);
  session.signIn('admin', rachel);
  render(<Form />);
  expect(field('Note').value).toBe('');
});

test('is removed when another person signs in or the person signs out', () => {
  typeAndExpire();
  removeDraftOfOthers(RACHEL);
  expect(window.sessionStorage.getItem('kemas-unsaved')).not.toBeNull();
  removeDraftOfOthers(ownerOf({ type: 'admin', id: 'another' }));
  expect(window.sessionStorage.getItem('kemas-unsaved')).toBeNull();
  typeAndExpire();
  removeUnsavedDraft();
  expect(window.sessionStorage.getItem('kemas-unsaved')).toBeNull();
});

test('does not keep an unchanged form', () => {
  render(<Form />);
  saveUnsavedDraft(RACHEL, ADDRESS);
  expect(window.sessionStorage.getItem('kemas-unsaved')).toBeNull();
});

test.each(['{"owner":', '7', '{"owner":"x"}'])('ignores the invalid draft %s', (stored) => {
  window.sessionStorage.setItem('kemas-unsaved', stored);
  render(<Form />);
  expect(field('Note').value).toBe('');
});
