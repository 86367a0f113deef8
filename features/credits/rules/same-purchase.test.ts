import { expect, it } from 'vitest';
import { type EarlierPurchase, isSamePurchase, type PurchaseRequest } from './same-purchase.ts';

const now = Temporal.Instant.from('2026-11-23T10:00:00+08:00');
const ago = (seconds: number) => now.subtract({ seconds });

const open: EarlierPurchase = {
  status: 'open',
  cardKey: 'pm_1',
  requestKey: null,
  promocode: '',
  createdAt: ago(1),
  decidedAt: null,
  leftOpenAt: null,
};
const paid = (secondsAgo: number): EarlierPurchase => ({
  ...open,
  status: 'paid',
  createdAt: ago(secondsAgo + 5),
  decidedAt: ago(secondsAgo),
});
const stored: PurchaseRequest = { cardKey: 'pm_1', cardKind: 'stored', requestKey: null, promocode: '' };
const token: PurchaseRequest = { ...stored, cardKind: 'token' };
const keyed = { ...stored, requestKey: 'k2' };

it.each<[string, EarlierPurchase, PurchaseRequest, boolean]>([
  ['an open one, by its card', open, stored, true],
  ['an open one, not by another card', open, { ...stored, cardKey: 'pm_2' }, false],
  ['an open one, not with another promo code', open, { ...stored, promocode: 'TEN' }, false],
  ['one just paid with the stored card', paid(59), stored, true],
  ['one paid with the stored card a minute ago: no', paid(60), stored, false],
  ['one paid with this token within a day', paid(23 * 3600), token, true],
  ['one paid with this token a day ago: no', paid(24 * 3600), token, false],
  ['one with its key, whatever the card', { ...open, requestKey: 'k2', cardKey: 'x' }, keyed, true],
  ['one that is being charged under another key: no', open, keyed, false],
  ['one just paid under another key: no', paid(5), keyed, false],
  ['one that waits for the bank, under another key', { ...open, leftOpenAt: ago(5) }, keyed, true],
  ['one whose process died, under another key', { ...open, createdAt: ago(30) }, keyed, true],
  ['one that the bank asked about, paid just now', { ...paid(59), leftOpenAt: ago(90) }, keyed, true],
  [
    'one that the bank asked about, paid a minute ago: no',
    { ...paid(60), leftOpenAt: ago(90) },
    keyed,
    false,
  ],
])('asks for %s', (_what, earlier, asked, expected) => {
  expect(isSamePurchase(earlier, asked, now)).toBe(expected);
});
