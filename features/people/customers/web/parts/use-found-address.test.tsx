// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { useFoundAddress } from './use-found-address.ts';

const PLACES: Readonly<Record<string, object>> = {
  '310145': { block: '145', street: 'Lorong 2 Toa Payoh', building: '' },
  '259569': { block: '1', street: 'Cluny Road', building: 'Singapore Botanic Gardens' },
};
let asked: string[] = [];
let isDown = false;

beforeEach(() => {
  asked = [];
  isDown = false;
  vi.stubGlobal('fetch', async (url: string) => {
    const postal = new URL(url, 'http://localhost').searchParams.get('postal') ?? '';
    asked.push(postal);
    if (isDown) return Response.json({ status: 503, code: 'unavailable' }, { status: 503 });
    return Response.json({ place: PLACES[postal] ?? null });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const BLANK = { postal: '', addressLine1: '', addressLine3: '' };

function Form({ stored = BLANK }: { readonly stored?: typeof BLANK }) {
  const [lines, setLines] = useState(stored);
  const isFound = useFoundAddress(lines, (found) => setLines((now) => ({ ...now, ...found })), stored);
  return (
    <>
      {(['postal', 'addressLine1', 'addressLine3'] as const).map((name) => (
        <input
          key={name}
          aria-label={name}
          value={lines[name]}
          onChange={({ target }) => setLines((now) => ({ ...now, [name]: target.value }))}
        />
      ))}
      {isFound && <p>Found</p>}
    </>
  );
}

function open(stored?: typeof BLANK) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Form {...(stored && { stored })} />
    </QueryClientProvider>,
  );
}
const field = (name: keyof typeof BLANK) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: keyof typeof BLANK, value: string) =>
  act(async () => fireEvent.change(field(name), { target: { value } }));
const street = (line: string) => waitFor(() => expect(field('addressLine1').value).toBe(line));

test('a complete postal code fills the street and the building', async () => {
  open();
  await type('postal', '25956');
  expect(asked).toEqual([]);
  await type('postal', '259569');
  await street('1 Cluny Road');
  expect(field('addressLine3').value).toBe('Singapore Botanic Gardens');
  screen.getByText('Found');
});

test('another postal code replaces them, unless they were corrected', async () => {
  open();
  await type('postal', '259569');
  await street('1 Cluny Road');
  await type('postal', '310145');
  await street('Blk 145 Lorong 2 Toa Payoh');
  expect(field('addressLine3').value).toBe('');
  await type('addressLine1', 'Blk 145 Lor 2');
  expect(screen.queryByText('Found')).toBeNull();
  await type('postal', '259569');
  await waitFor(() => expect(asked).toEqual(['259569', '310145']));
  expect(field('addressLine1').value).toBe('Blk 145 Lor 2');
});

test('what a person typed first stays', async () => {
  open();
  await type('addressLine1', 'Mandai Lake 80');
  await type('postal', '259569');
  await waitFor(() => expect(asked).toEqual(['259569']));
  expect(field('addressLine1').value).toBe('Mandai Lake 80');
  expect(field('addressLine3').value).toBe('');
});

test('a stored address is not looked up; it changes with its postal code, and comes back with it', async () => {
  open({ postal: '310145', addressLine1: 'Blk 145 Lor 2 TPY', addressLine3: 'Vista' });
  expect(asked).toEqual([]);
  await type('postal', '259569');
  await street('1 Cluny Road');
  await type('postal', '310145');
  await street('Blk 145 Lor 2 TPY');
  expect(field('addressLine3').value).toBe('Vista');
});

test('nothing is filled for an unknown code, or while the lookup fails', async () => {
  open();
  await type('postal', '999999');
  await waitFor(() => expect(asked).toEqual(['999999']));
  isDown = true;
  await type('postal', '310145');
  await waitFor(() => expect(asked).toEqual(['999999', '310145']));
  expect(field('addressLine1').value).toBe('');
});
