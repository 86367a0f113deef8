import { expect, it } from 'vitest';
import { setSettings } from '#features/catalogue/settings/server/testing/set-settings.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { readPaymentConfig } from '../contract.ts';
import { feature } from './index.ts';

const app = await startTestApp({ features: [feature] });

it('anyone can read the GST inside prices; it is 0 if the business is not registered', async () => {
  const gst = async () => (await app.call(readPaymentConfig, {})).body.gstPercent;
  expect(await gst()).toBe(0);
  await setSettings(app.context(), { gstRegistered: true });
  expect(await gst()).toBe(9);
  await setSettings(app.context(), { gstRegistered: false });
  expect(await gst()).toBe(0);
  await setSettings(app.context(), { gstRegistered: true });
  expect(await gst()).toBe(9);
});
