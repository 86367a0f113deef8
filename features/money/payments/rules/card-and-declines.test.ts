import { describe, expect, it } from 'vitest';
import { chooseCard, declined, declineSentence } from './card-and-declines.ts';

const token = { kind: 'token', token: 'tok_visa', keep: false };
const stored = { kind: 'stored', paymentMethodID: 'pm_1' };

describe('choosing the card', () => {
  it.each([
    ['a new card', { stripeToken: 'tok_visa' }, null, token],
    ['a new card to store', { stripeToken: 'tok_visa', change: true }, null, { ...token, keep: true }],
    ['a new card although one is stored', { stripeToken: 'tok_visa' }, 'pm_1', token],
    ['the stored card', { picked: true }, 'pm_1', stored],
    ['the stored card, named', { picked: '1' }, 'pm_1', stored],
    ['the stored card wins when it is picked', { stripeToken: 'tok_visa', picked: true }, 'pm_1', stored],
    ['absent: the stored card', {}, 'pm_1', stored],
    ['an empty token: the stored card', { stripeToken: '', picked: null }, 'pm_1', stored],
    ['not picked', { stripeToken: 'tok_visa', picked: '0' }, 'pm_1', token],
    ['no card at all', {}, null, { refusal: 'no_stored_card' }],
    [
      'picked, but none is stored',
      { stripeToken: 'tok_visa', picked: true },
      null,
      { refusal: 'no_stored_card' },
    ],
  ])('%s', (_name, asked, storedCard, expected) => {
    expect(chooseCard(asked, storedCard)).toEqual(expected);
  });
});

describe('a declined card', () => {
  it('has a message that says what to do', () => {
    expect(declineSentence('insufficient_funds')).toMatch(/not have enough funds.*Try another card/);
    expect(declineSentence('expired_card')).toMatch(/expired/);
    expect(declineSentence('incorrect_cvc')).toMatch(/security code/);
  });

  it.each(['fraudulent', 'lost_card', 'stolen_card', 'generic_decline', 'a_new_word'])(
    'hides the reason from thieves: %s',
    (code) =>
      expect(declineSentence(code)).toBe(
        'Your bank declined this card. Nothing was charged. Try another card, or ask your bank.',
      ),
  );

  it('is a refusal with that message', () => {
    expect(declined('expired_card')).toMatchObject({
      refusal: 'card_declined',
      detail: declineSentence('expired_card'),
    });
  });
});
