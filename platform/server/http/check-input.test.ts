import { expect, it } from 'vitest';
import { z } from 'zod';
import { type CallDefinition, defineCall } from '../../contract/call.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { checkInput } from './check-input.ts';

const fields = {
  name: z.string().min(1),
  note: z.string().max(5),
  size: z.enum(['', 'small', 'large']),
  email: z.union([z.literal(''), z.email()]),
  born: z.string().nullable(),
  rooms: z.int(),
};
const create = defineCall({
  method: 'POST',
  path: '/homes',
  who: ['anyone'],
  summary: 'Adds a home, for this test.',
  body: z.strictObject(fields).partial().required({ name: true }),
  reply: z.strictObject({}),
});
const update = { ...create, body: z.strictObject(fields).partial(), changes: create };

function bodyOf(call: CallDefinition, body: object): unknown {
  const checked = checkInput(call, { params: {}, query: {}, body });
  return isRefusal(checked) ? checked.errors?.map(({ path }) => path) : checked.body;
}

it.each([
  ['as an empty text', create, { name: 'A', note: null }, { name: 'A', note: '' }],
  ['as an empty choice', create, { name: 'A', size: null }, { name: 'A', size: '' }],
  ['as an empty address', update, { email: null }, { email: '' }],
  ['as null where that is a value', update, { born: null }, { born: null }],
  ['as missing where a text is required', create, { name: null }, ['name']],
  ['as wrong where a text may not be emptied', update, { name: null }, ['name']],
  ['as wrong for a number', update, { rooms: null }, ['rooms']],
] as const)('reads null %s', (_how, call, body, expected) => {
  expect(bodyOf(call, body)).toEqual(expected);
});
