// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../api/api-error.ts';
import { TextField } from '../design/parts/field.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { useForm } from './use-form.ts';

afterEach(cleanup);

const schema = z.object({
  name: z.string().min(1, { error: 'Say your name.' }),
  email: z.string().includes('@', { error: 'That is no e-mail address.' }),
});

function Form({ send }: { send: (values: { name: string; email: string }) => Promise<unknown> }) {
  const form = useForm({ initial: { name: '', email: '' }, schema, send });
  return (
    <form onSubmit={form.submit} noValidate aria-label="form">
      <TextField label="Name" {...form.text('name')} />
      <TextField label="E-mail" {...form.text('email')} />
      {form.problem && <p role="alert">{form.problem.message}</p>}
      <button type="submit">Save</button>
      <output>{form.changed ? 'changed' : 'as saved'}</output>
      <UnsavedGuard when={form.changed && !form.sending} />
    </form>
  );
}

function show(send = vi.fn(async (): Promise<unknown> => undefined)) {
  const router = createMemoryRouter([
    { path: '/', element: <Form send={send} /> },
    { path: '/other', element: 'Other page' },
  ]);
  render(<RouterProvider router={router} />);
  return { send, router };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const save = async () => {
  await act(async () => {
    fireEvent.submit(screen.getByRole('form'));
  });
};

test('validates a field on blur, and clears its error once it is valid', async () => {
  show();
  const leave = () => act(async () => fireEvent.blur(field('E-mail')));
  await leave();
  expect(screen.queryByText('That is no e-mail address.')).toBeNull();
  type('E-mail', 'rachel');
  await leave();
  expect(screen.getByText('That is no e-mail address.')).not.toBeNull();
  expect(field('E-mail').getAttribute('aria-invalid')).toBe('true');
  await act(async () => type('E-mail', 'rachel@'));
  expect(screen.queryByText('That is no e-mail address.')).toBeNull();
});

test('an invalid form shows every error and focuses the first', async () => {
  const { send } = show();
  await save();
  expect(screen.getByText('Say your name.')).not.toBeNull();
  expect(screen.getByText('That is no e-mail address.')).not.toBeNull();
  expect(document.activeElement).toBe(field('Name'));
  expect(send).not.toHaveBeenCalled();
});

test('submits once on two quick presses', async () => {
  let finish: () => void = () => undefined;
  const { send } = show(vi.fn(() => new Promise((resolve) => (finish = () => resolve(undefined)))));
  type('Name', 'Rachel');
  type('E-mail', 'rachel@example.sg');
  await act(async () => {
    fireEvent.submit(screen.getByRole('form'));
    fireEvent.submit(screen.getByRole('form'));
  });
  await act(async () => finish());
  expect(send.mock.calls).toEqual([[{ name: 'Rachel', email: 'rachel@example.sg' }]]);
  expect(screen.getByText('as saved')).not.toBeNull();
});

test("shows the server's errors next to their fields", async () => {
  const refusal = new ApiError({
    status: 422,
    code: 'invalid',
    title: 'Something needs fixing',
    detail: 'Check the marked fields.',
    errors: [{ path: 'body.email', message: 'Somebody has this address.' }],
  });
  show(vi.fn(() => Promise.reject(refusal)));
  type('Name', 'Rachel');
  type('E-mail', 'rachel@example.sg');
  await save();
  expect(screen.getByText('Somebody has this address.')).not.toBeNull();
  expect(document.activeElement).toBe(field('E-mail'));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('shows an error without a field on the form, and keeps the values', async () => {
  const refusal = new ApiError({ status: 409, code: 'late', title: 'Late', detail: 'Someone was quicker.' });
  show(vi.fn(() => Promise.reject(refusal)));
  type('Name', 'Rachel');
  type('E-mail', 'rachel@example.sg');
  await save();
  expect(screen.getByRole('alert').textContent).toBe('Someone was quicker.');
  expect(field('Name').value).toBe('Rachel');
});

test('asks before leaving with unsaved changes', async () => {
  const { router } = show();
  type('Name', 'Rachel');
  await act(() => router.navigate('/other'));
  expect(router.state.location.pathname).toBe('/');
  fireEvent.click(screen.getByText('Keep editing'));
  await act(() => router.navigate('/other'));
  await act(async () => {
    fireEvent.click(screen.getByText('Leave without saving'));
  });
  expect(router.state.location.pathname).toBe('/other');
});

test('does not ask when leaving without changes', async () => {
  const { router } = show();
  await act(() => router.navigate('/other'));
  expect(router.state.location.pathname).toBe('/other');
});

test('text typed during submission is not saved', async () => {
  let finish: () => void = () => undefined;
  show(vi.fn(() => new Promise((resolve) => (finish = () => resolve(undefined)))));
  type('Name', 'Rachel');
  type('E-mail', 'rachel@example.sg');
  await save();
  type('Name', 'Rachel Ong');
  await act(async () => finish());
  expect(screen.getByText('changed')).not.toBeNull();
});

test('a field that the server stores differently shows the stored value and counts as saved', async () => {
  const send = vi.fn(async () => undefined);
  function Email() {
    const form = useForm({
      initial: { email: 'old@home.example' },
      send,
      storedAs: { email: 'old@home.example' },
    });
    return (
      <form onSubmit={form.submit} noValidate aria-label="form">
        <TextField label="E-mail" {...form.text('email')} />
        {form.changed && <p>changed</p>}
      </form>
    );
  }
  render(<Email />);
  type('E-mail', 'new@home.example');
  expect(screen.getByText('changed')).not.toBeNull();
  await save();
  expect(send).toHaveBeenCalledWith({ email: 'new@home.example' });
  expect(field('E-mail')).toHaveProperty('value', 'old@home.example');
  expect(screen.queryByText('changed')).toBeNull();
});

test('a form without a schema uses its own check', async () => {
  const send = vi.fn(async () => undefined);
  function Postal() {
    const form = useForm({
      initial: { postal: '' },
      check: ({ postal }) => ({ postal: !/^\d{6}$/.test(postal) && 'A postal code has six digits.' }),
      send,
    });
    return (
      <form onSubmit={form.submit} noValidate aria-label="form">
        <TextField label="Postal code" {...form.text('postal')} />
      </form>
    );
  }
  render(<Postal />);
  type('Postal code', '3101');
  await act(async () => fireEvent.blur(field('Postal code')));
  expect(screen.getByText('A postal code has six digits.')).not.toBeNull();
  await save();
  expect(send).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(field('Postal code'));
  type('Postal code', '310145');
  await save();
  expect(send).toHaveBeenCalledWith({ postal: '310145' });
});
