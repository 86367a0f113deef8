import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Schema, typeOf } from './print-types.ts';

const print = (type: z.ZodType, io: 'input' | 'output' = 'output') =>
  typeOf(z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Schema, (ref) => ref);

test.each([
  [z.string(), 'string'],
  [z.int(), 'number'],
  [z.literal('job'), '"job"'],
  [z.enum(['a', 'b']), '"a" | "b"'],
  [z.string().nullable(), 'string | null'],
  [z.union([z.string(), z.int(), z.number()]), 'string | number'],
  [z.array(z.enum(['a', 'b'])), '("a" | "b")[]'],
  [z.tuple([z.string(), z.int()]), '[string, number]'],
  [z.object({ id: z.string(), note: z.string().optional() }), '{ id: string; note?: string; }'],
  [z.object({ 'a-b': z.string() }), '{ "a-b": string; }'],
  [z.record(z.string(), z.int()), 'Record<string, number>'],
  [z.strictObject({}), 'Record<string, never>'],
  [z.unknown(), 'unknown'],
] as const)('%# is written as a type', (type, expected) => {
  expect(print(type)).toBe(expected);
});

test('a field with a default is optional in the input only', () => {
  const type = z.object({ size: z.number().default(50) });
  expect(print(type, 'input')).toBe('{ size?: number; }');
  expect(print(type)).toBe('{ size: number; }');
});
