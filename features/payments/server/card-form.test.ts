import { afterAll, beforeAll, expect, it } from 'vitest';
import { BUSINESS_SETTINGS } from '#platform/server/business.ts';
import { startTestApp, type TestApp } from '#platform/testing/test-app.ts';
import { readPaymentConfig } from '../contract.ts';
import { feature } from './index.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ features: [feature] });
});
afterAll(() => app.close());

async function sayRegistered(isRegistered: boolean): Promise<void> {
  const row = { name: BUSINESS_SETTINGS.gstRegistered, value: JSON.stringify(isRegistered) };
  await app.services.db
    .insertInto('setting')
    .values({ ...row, updated_at: app.clock.now().toString() })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: row.value }))
    .execute();
}

it('anybody reads what GST prices have inside: none where the business is not registered', async () => {
  const gst = async () => (await app.call(readPaymentConfig, {})).body.gstPercent;
  expect(await gst()).toBe(9);
  await sayRegistered(false);
  expect(await gst()).toBe(0);
  await sayRegistered(true);
  expect(await gst()).toBe(9);
});
