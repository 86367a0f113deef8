import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { boundRows } from './read-archive.ts';

/** In pieces of three bytes. */
const pieces = (csv: string) =>
  Readable.from(csv.match(/[\s\S]{1,3}/g)?.map((part) => Buffer.from(part)) ?? []);
const bounded = (csv: string) => pipeline(pieces(csv), boundRows(20), (out) => text(out));

test.each([
  ['rows', 'id,note\n1,short\n2,also short\n'],
  ['a field with line breaks and quotes', 'id,note\n1,"a\n""b""\nc"\n2,x\n'],
])('%s pass unchanged', async (_what, csv) => {
  expect(await bounded(csv)).toBe(csv);
});

test.each([
  ['a long field', 'id,note\n1,abcdefghijklmnopqrstuvwxyz\n', 'line 2 is longer than 20 bytes'],
  ['a long field of short lines', 'id,note\n1,x\n2,"a\nb\nc\nd\ne\nf\ng\nh\ni\nj"\n', 'line 3 is longer'],
])('%s is refused', async (_what, csv, why) => {
  await expect(bounded(csv)).rejects.toThrow(why);
});
