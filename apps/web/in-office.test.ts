import { expect, it } from 'vitest';
import { loadOfficeText } from '#platform/web/i18n/load-office.ts';
import { onlyLanguageAt } from './in-office.ts';

it('the office has the language of its texts, its sign-in is in English, and other pages choose', async () => {
  expect(onlyLanguageAt('/admin/overview')).toBe('en');
  await loadOfficeText('zh');
  expect(onlyLanguageAt('/admin/overview')).toBe('zh');
  expect(onlyLanguageAt('/admin/signin')).toBe('en');
  expect(onlyLanguageAt('/contact-us')).toBeNull();
});
