import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { CallDefinition } from '#platform/contract/call.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { features } from './features.ts';

/**
 * PostgreSQL compares ids case-insensitively, `===` does not. So the contract must return every id of every route in
 * lower case; routes are found by registering them.
 */
const app = await startTestApp({ features });

/** The nested schemas of a schema. */
function partsOf(schema: unknown): unknown[] {
  if (schema instanceof z.ZodObject) return Object.values(schema.shape);
  if (schema instanceof z.ZodArray) return [schema.element];
  if (schema instanceof z.ZodUnion) return [...schema.options];
  if (schema instanceof z.ZodPipe) return [schema.in, schema.out];
  if (schema instanceof z.ZodRecord) return [schema.keyType, schema.valueType];
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return [schema.unwrap()];
  return [];
}

function idsIn(schema: unknown): z.ZodUUID[] {
  return schema instanceof z.ZodUUID ? [schema] : partsOf(schema).flatMap(idsIn);
}

const taken = (call: CallDefinition) => [call.params, call.query, call.body].flatMap(idsIn);

it('every id that a route accepts is returned in lower case', () => {
  const id = randomUUID();
  const kept = app.api.calls.filter((call) =>
    taken(call).some((schema) => schema.parse(id.toUpperCase()) !== id),
  );
  expect(kept.map((call) => `${call.method} ${call.path}`)).toEqual([]);
});

it('(ids are found in paths, queries, bodies and lists)', () => {
  const takes = (path: string) =>
    taken(app.api.calls.find((call) => call.path === path) ?? expect.fail(path));
  expect(app.api.calls.filter((call) => /:\w*id\b/i.test(call.path) && taken(call).length === 0)).toEqual([]);
  expect(takes('/cleaners/list-time-available').length).toBeGreaterThan(3);
  expect(takes('/cleaner_regions').length).toBeGreaterThan(0);
  expect(takes('/checklists/reorder')).toHaveLength(1);
});
