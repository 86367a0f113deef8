import { expect } from '@playwright/test';
import { signInCleaner } from '#features/people/cleaners/contract.ts';
import { signInCustomer, verifyCustomer } from '#features/people/customers/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { call, Refused } from './support/call.ts';
import { passMinutes } from './support/clock.ts';
import { hire, newMobile, openOffice, signUp } from './support/people.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

/** An attacker types two wrong codes, and requests codes until the number's daily limit is reached. */
async function attack(signIn: typeof signInCustomer | typeof signInCleaner, mobile: string): Promise<void> {
  await call(signIn, { body: { mobile } });
  for (let tries = 0; tries < 2; tries += 1)
    await call(verifyCustomer, { body: { mobile, otp: '000000' } }).catch(expectRefused);
  for (let isRefused = false; !isRefused; ) {
    await passMinutes(11);
    isRefused = await call(signIn, { body: { mobile } }).then(() => false, expectRefused);
  }
}

function expectRefused(error: unknown): true {
  expect(error).toBeInstanceOf(Refused);
  return true;
}

test('the office sees that a number was attacked and blocked, and unlocks it', async ({ openPage }) => {
  test.slow();
  const { mobile, id } = await signUp('Rachel', 'Ong');
  const rosnah = { firstname: 'Rosnah', lastname: 'Osman', mobile: newMobile() };
  const hired = await hire(await openOffice(), rosnah);
  await attack(signInCustomer, mobile);
  await attack(signInCleaner, rosnah.mobile);

  const office = await openPage(await openOffice());
  await office.goto(`/admin/customers/${id}/view`);
  const notice = office.getByText(/This number is being attacked\..* (9|10) unused codes, /);
  await expect(notice).toBeVisible();
  await expectAccessible(office);
  await expect(call(signInCustomer, { body: { mobile } })).rejects.toThrow('throttled');
  await office.getByRole('button', { name: 'Unlock number' }).click();
  await expect(office.getByText('The number is unlocked.')).toBeVisible();
  await expect(office.getByRole('button', { name: 'Unlock number' })).toBeHidden();
  await expect(notice).toBeVisible();
  await call(signInCustomer, { body: { mobile } });

  await follow(office, `/admin/cleaners/${hired.id}/view`);
  await expect(notice).toBeVisible();
  await office.getByRole('button', { name: 'Unlock number' }).click();
  await expect(office.getByRole('button', { name: 'Unlock number' })).toBeHidden();
  await call(signInCleaner, { body: { mobile: rosnah.mobile } });
});
