import { expect, it } from 'vitest';
import { openMattersMessage } from './closing.ts';

const of = (...kinds: string[]) => openMattersMessage(kinds.map((kind) => ({ kind })));

it('lists what is still open with counts', () => {
  expect(of('visit')).toContain('You still have a booked visit.');
  expect(of('visit', 'visit', 'gift')).toContain('You still have 2 booked visits and a gift on its way.');
  expect(of('payment', 'hold', 'gift')).toContain(
    'You still have a booking to be paid, a gift on its way and a payment under way.',
  );
});
