import { expect, test } from 'vitest';
import { addCode } from '#features/booking/booking/server/testing/codes-and-hours.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { problem } from '#platform/testing/test-app.ts';
import { startTestStripe } from '#platform/testing/test-stripe.ts';
import { payPackage } from '../contract.ts';
import { addPack, addPerson, startCreditApp } from './testing/credit-world.ts';

const stripe = await startTestStripe();
const app = await startCreditApp({ providers: { payments: stripe.payments } });

test('paying for a package is throttled after thirty wrong codes; valid ones are not counted', async () => {
  await addCode(app.context(), 'WELCOME');
  const id = await addPack(app.context());
  const mei = await signedIn(app, 'customer', (await addPerson(app.context())).id);
  const pay = async (promocode: string) => {
    // A price that never matches: nothing is bought, but the reply still differs between wrong and valid
    // codes.
    const body = { stripeToken: 'tok_visa', promocode, price: 1 };
    return problem(await app.call(payPackage, { params: { id }, body }, mei)).code;
  };
  for (let guess = 1; guess <= 30; guess += 1) {
    expect(await pay('WELCOME')).toBe('price_changed');
    expect(await pay(`GUESS${guess}`)).toBe('invalid');
  }
  expect(await pay('WELCOME')).toBe('throttled');
});
