// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { createQueryClient } from '../api/queries.ts';
import { FormFieldOf } from './form-panel.tsx';
import { FieldGrid, RecordForm } from './record-form.tsx';
import { type RecordFormOf, useRecordForm } from './use-record-form.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const name = z.string().trim().min(1, { error: 'Fill this in.' });
const email = z.union([z.literal(''), z.email({ error: 'That is no e-mail address.' })]);
const fields = {
  name: { label: 'Name' },
  email: { label: 'E-mail' },
  dates: { label: 'Dates' },
};
const person = z.strictObject({ name, email, dates: z.array(z.object({ day: z.string() })) });
const base = { method: 'POST', who: ['admin'], summary: 'Saves a person', reply: z.object({}) } as const;
const change = defineCall({
  ...base,
  path: '/people/:id/update',
  params: z.strictObject({ id: z.string() }),
  body: person.partial(),
});
const create = defineCall({ ...base, path: '/people', body: person });

interface Person {
  name: string;
  email: string;
  dates: { day: string }[];
}
const RACHEL: Person = { name: 'Rachel', email: 'rachel@example.sg', dates: [] };

/** Set by the rendered form: simulates the store when a colleague saves. */
let storeAnother: (person: Person) => void = () => undefined;

function Change({ first, version }: { first: Person; version?: number }) {
  const [[stored, times], store] = useState([first, version] as const);
  storeAnother = (person) => store(([, before]) => [person, before === undefined ? before : before + 1]);
  const form = useRecordForm({
    call: change,
    params: { id: '1' },
    refresh: [],
    stored,
    ...(times !== undefined && { version: `v${times}` }),
    fields,
  });
  return <Shown {...form} />;
}

function New() {
  const blank = { name: '', email: '', dates: [] as { day: string }[] };
  return <Shown {...useRecordForm({ call: create, refresh: [], blank, fields })} />;
}

function Shown(form: RecordFormOf<Person>) {
  return (
    <RecordForm form={form} save="Save">
      <FieldGrid>
        <FormFieldOf form={form} name="name" />
        <FormFieldOf form={form} name="email" />
        <input
          aria-label="Dates"
          name="dates"
          value={form.values.dates.map(({ day }) => day).join(',')}
          onChange={(event) => form.set({ dates: event.target.value.split(',').map((day) => ({ day })) })}
        />
        <p>{form.errors.dates}</p>
      </FieldGrid>
    </RecordForm>
  );
}

function show(element: React.ReactElement, answer: () => Promise<Response> = async () => Response.json({})) {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    return answer();
  });
  const router = createMemoryRouter([{ path: '/', element }]);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return sent;
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const save = () =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name: /Save|Saving/ }));
  });
const press = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
  });
const invalid = (errors: object[]) => async () =>
  Response.json({ code: 'invalid', detail: 'Check the marked fields.', errors }, { status: 422 });

test('sends only the changed fields of a stored record, and nothing without changes', async () => {
  const sent = show(<Change first={RACHEL} />);
  await save();
  expect(sent).toEqual([]);
  type('Name', 'Rachel Ong');
  await save();
  expect(sent).toEqual([{ name: 'Rachel Ong' }]);
  expect(screen.getByRole('status').textContent).toContain('Saved');
  type('E-mail', '');
  await save();
  expect(sent[1]).toEqual({ email: '' });
});

test('sends a changed list whole', async () => {
  const sent = show(<Change first={{ ...RACHEL, dates: [{ day: 'mon' }] }} />);
  type('Dates', 'mon,tue');
  await save();
  expect(sent).toEqual([{ dates: [{ day: 'mon' }, { day: 'tue' }] }]);
});

test('text typed during submission is not saved yet, and is sent with the next save', async () => {
  let answer: (response: Response) => void = () => undefined;
  const sent = show(<Change first={RACHEL} />, () => new Promise((resolve) => (answer = resolve)));
  type('Name', 'Rachel O');
  await save();
  type('Name', 'Rachel Ong');
  await act(async () => answer(Response.json({})));
  expect(screen.getByText('1 change not saved')).not.toBeNull();
  expect(screen.queryByText('Saved')).toBeNull();
  await save();
  expect(sent).toEqual([{ name: 'Rachel O' }, { name: 'Rachel Ong' }]);
  await act(async () => answer(Response.json({})));
});

test("shows a colleague's change in unchanged fields, and does not overwrite it", async () => {
  const sent = show(<Change first={RACHEL} />);
  type('Name', 'Rachel Ong');
  await act(async () => storeAnother({ ...RACHEL, name: 'R.', email: 'ong@example.sg' }));
  expect(field('E-mail').value).toBe('ong@example.sg');
  expect(field('Name').value).toBe('Rachel Ong');
  expect(screen.getByText('1 change not saved')).not.toBeNull();
  expect(screen.getByText(/Theirs: R\./)).not.toBeNull();
  await save();
  expect(sent).toEqual([]);
  await press('Keep mine');
  await save();
  expect(sent).toEqual([{ name: 'Rachel Ong' }]);
});

test("of a field that a colleague has changed too, the person may take the colleague's value", async () => {
  const sent = show(<Change first={RACHEL} />);
  type('Name', 'Rachel Ong');
  await act(async () => storeAnother({ ...RACHEL, name: 'R.' }));
  await press('Take theirs');
  expect(field('Name').value).toBe('R.');
  expect(screen.queryByText(/not saved/)).toBeNull();
  await save();
  expect(sent).toEqual([]);
});

const outdated = () => Response.json({ code: 'changed_since', detail: 'Someone else …' }, { status: 422 });

test('a save of an outdated record is sent again when other fields were changed', async () => {
  const answers = [outdated(), Response.json({ updatedAt: 'v3' }), Response.json({})];
  const sent = show(<Change first={RACHEL} version={1} />, async () => answers.shift() ?? expect.fail());
  type('Name', 'Rachel Ong');
  await save();
  await act(async () => storeAnother({ ...RACHEL, email: 'ong@example.sg' }));
  expect(sent).toEqual([
    { name: 'Rachel Ong', updatedAt: 'v1' },
    { name: 'Rachel Ong', updatedAt: 'v2' },
  ]);
  type('E-mail', '');
  await save();
  expect(sent[2]).toEqual({ email: '', updatedAt: 'v3' });
});

test('and waits for a choice when the same field was changed', async () => {
  const answers = [outdated(), Response.json({ updatedAt: 'v3' })];
  const sent = show(<Change first={RACHEL} version={1} />, async () => answers.shift() ?? expect.fail());
  type('Name', 'Rachel Ong');
  await save();
  await act(async () => storeAnother({ ...RACHEL, name: 'R.' }));
  expect(sent).toHaveLength(1);
  await press('Keep mine');
  await save();
  expect(sent[1]).toEqual({ name: 'Rachel Ong', updatedAt: 'v2' });
});

test("shows the server's version of a saved value as unchanged", async () => {
  show(<Change first={RACHEL} />, async () => {
    storeAnother({ ...RACHEL, name: 'Rachel Ong' });
    return Response.json({});
  });
  type('Name', ' Rachel Ong ');
  await save();
  expect(field('Name').value).toBe('Rachel Ong');
  expect(screen.queryByText(/not saved/)).toBeNull();
});

test('a stored value that is no longer valid does not block another change', async () => {
  const sent = show(<Change first={{ ...RACHEL, email: 'before there were rules' }} />);
  type('Name', 'Rachel Ong');
  await save();
  expect(sent).toEqual([{ name: 'Rachel Ong' }]);
});

test('a new record is validated whole, its first invalid field takes the focus, and it is sent whole and once', async () => {
  let finish: (response: Response) => void = () => undefined;
  const sent = show(<New />, () => new Promise((resolve) => (finish = resolve)));
  type('E-mail', 'rachel');
  await save();
  expect(sent).toEqual([]);
  expect(screen.getByText('Fill this in.')).not.toBeNull();
  expect(screen.getByText('That is no e-mail address.')).not.toBeNull();
  expect(screen.getByRole('status').textContent).toContain('2 things to fix first.');
  expect(document.activeElement).toBe(field('Name'));
  type('Name', 'Rachel');
  type('E-mail', '');
  await act(async () => {
    const button = screen.getByRole('button', { name: 'Save' });
    fireEvent.click(button);
    fireEvent.click(button);
  });
  await act(async () => finish(Response.json({})));
  expect(sent).toEqual([{ name: 'Rachel', email: '', dates: [] }]);
});

test('validates a changed field on blur, and clears its error once it is valid', async () => {
  show(<Change first={RACHEL} />);
  await act(async () => fireEvent.blur(field('E-mail')));
  type('E-mail', 'rachel');
  await act(async () => fireEvent.blur(field('E-mail')));
  expect(screen.getByText('That is no e-mail address.')).not.toBeNull();
  expect(field('E-mail').getAttribute('aria-invalid')).toBe('true');
  await act(async () => type('E-mail', 'r@example.sg'));
  expect(screen.queryByText('That is no e-mail address.')).toBeNull();
});

test("shows the server's errors next to their fields, also inside a list, and focuses the first", async () => {
  const answer = invalid([
    { path: 'body.dates.0.day', message: 'Nobody works then.' },
    { path: 'email', message: 'Somebody has this address.' },
  ]);
  show(<Change first={RACHEL} />, answer);
  type('Dates', 'sun');
  type('E-mail', 'ong@example.sg');
  await save();
  expect(screen.getByText('Somebody has this address.')).not.toBeNull();
  expect(screen.getByText('Nobody works then.')).not.toBeNull();
  expect(document.activeElement).toBe(field('E-mail'));
});

test('shows an error without a field on the form, and keeps the values unsaved', async () => {
  const late = { code: 'late', title: 'Late', detail: 'Someone was quicker.' };
  show(<Change first={RACHEL} />, async () => Response.json(late, { status: 409 }));
  type('Name', 'Rachel Ong');
  await save();
  expect(screen.getByText('Someone was quicker.')).not.toBeNull();
  expect(screen.getByText('1 change not saved')).not.toBeNull();
});

test("undo clears the server's errors together with the changes they were about", async () => {
  const late = { code: 'late', title: 'Late', detail: 'Someone was quicker.' };
  show(<Change first={RACHEL} />, async () => Response.json(late, { status: 409 }));
  type('Name', 'Rachel Ong');
  await save();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Undo all' })));
  expect(screen.queryByText('Someone was quicker.')).toBeNull();
});

test('a save without changes does not report success', async () => {
  show(<Change first={RACHEL} />);
  await save();
  expect(screen.queryByText('Saved')).toBeNull();
});

test('undo restores the stored values', async () => {
  show(<Change first={RACHEL} />);
  type('Name', 'Rachel Ong');
  fireEvent.click(screen.getByRole('button', { name: 'Undo all' }));
  expect(field('Name').value).toBe('Rachel');
});

const added = defineCall({ ...base, path: '/positions', body: z.strictObject({ at: z.int().optional() }) });
const moved = defineCall({ ...base, path: '/positions/1', body: z.strictObject({ at: z.int() }).partial() });
const positionFields = { at: { label: 'Position', kind: 'number' } } as const;

function PositionForm({ of }: { of: { blank: { at?: number } } | { stored: { at: number } } }) {
  const call = 'blank' in of ? added : moved;
  const form = useRecordForm<typeof call, { at?: number }>({
    ...of,
    call,
    refresh: [],
    fields: positionFields,
  });
  return (
    <RecordForm form={form} save="Save">
      <FormFieldOf form={form as never} name={'at' as never} />
    </RecordForm>
  );
}

test('sends a number as a number, and omits an empty one in a new record', async () => {
  const sent = show(<PositionForm of={{ blank: { at: undefined } as never }} />);
  await save();
  type('Position', ' 12 ');
  await save();
  expect(sent).toEqual([{}, { at: 12 }]);
});

test('rejects invalid numbers and a cleared number', async () => {
  const sent = show(<PositionForm of={{ stored: { at: 3 } }} />);
  for (const typed of ['third', '']) {
    type('Position', typed);
    await save();
    expect(screen.getByRole('status').textContent).toContain('One thing to fix first.');
  }
  type('Position', '3');
  expect(screen.queryByText(/not saved/)).toBeNull();
  expect(sent).toEqual([]);
});
