import { expect, test } from 'vitest';
import { whyNotAddress } from './address.ts';

test.each([
  ['https://example.com/kemas?team=1', true, null],
  ['http://localhost:4000/hook', false, null],
  ['http://example.com/kemas', true, /https/],
  ['https://localhost/kemas', true, /on the internet/],
  ['https://printer.local/kemas', true, /on the internet/],
  ['https://metadata.google.internal/', true, /on the internet/],
  ['https://user:secret@example.com/', false, /name and password/],
  ['https://example.com/#a', false, /after #/],
  ['ftp://example.com/', false, /like https/],
  ['javascript:alert(1)', false, /like https/],
  ['example.com', false, /like https/],
])('%s (production: %s) is refused: %s', (address, isPublic, expected) => {
  const why = whyNotAddress(address, isPublic);
  if (expected === null) expect(why).toBeNull();
  else expect(why).toMatch(expected);
});
