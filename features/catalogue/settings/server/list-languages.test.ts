import { expect, test } from 'vitest';
import { listLanguages } from './list-languages.ts';

test('shows how complete each language is; nobody is on record as its reviewer', async () => {
  const { items } = await listLanguages();
  const of = (wanted: string) => items.find(({ language }) => language === wanted);
  const missing = (wanted: string) =>
    Object.fromEntries(
      (of(wanted)?.parts ?? []).map(({ part, translated, all }) => [part, all - translated]),
    );
  const complete = { customers: 0, cleaners: 0, messages: 0, office: 0 };
  expect([missing('en'), missing('zh')]).toEqual([complete, complete]);
  const [malay, office] = [missing('ms'), of('ms')?.parts.find(({ part }) => part === 'office')];
  // Malay lacks the legal pages and the office.
  expect(malay).toMatchObject({ cleaners: 0, messages: 0, office: office?.all });
  expect(office?.all).toBeGreaterThan(2000);
  expect(items.map(({ language, isOffered, reviewedBy }) => [language, isOffered, reviewedBy])).toEqual([
    ['en', true, ''],
    ['zh', true, ''],
    ['ms', false, ''],
  ]);
});
