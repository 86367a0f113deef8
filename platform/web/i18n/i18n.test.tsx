// @vitest-environment happy-dom
import { act, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { translate } from '#platform/kernel/translate.ts';
import { createLanguage, firstLanguage, LANGUAGE_KEY, language, switchLanguage } from './language.ts';
import { defineTexts, useText } from './texts.ts';

/** As if this browser had loaded no language, and could not load Malay. */
vi.mock('./translations.ts', () => {
  const laundry = { greeting: '早，{{name}}。', jobs_other: '{{count}} 份工作', steps: { wash: '洗' } };
  const loaded = new Set<string>();
  return {
    loadTexts: async (language: string) => {
      if (language === 'ms') throw new TypeError('offline');
      loaded.add(language);
    },
    translationOf: (language: string) => (language === 'zh' && loaded.has('zh') ? laundry : {}),
  };
});

const texts = defineTexts('laundry', {
  greeting: 'Morning, {{name}}.',
  jobs_one: '{{count}} job',
  jobs_other: '{{count}} jobs',
  steps: { wash: 'Wash', dry: 'Dry' },
});

function Laundry() {
  const { t } = useText(texts);
  return `${t('greeting', { name: 'Rachel' })} ${t('jobs', { count: 2 })} ${t('steps.wash')} ${t('steps.dry')}`;
}

afterEach(() => act(() => language.set('en')));

test('a page loads the chosen language, then switches while it is open; what is not translated is English', async () => {
  const { container } = render(<Laundry />);
  expect(container.textContent).toBe('Morning, Rachel. 2 jobs Wash Dry');
  await act(async () => void (await switchLanguage('zh')));
  expect(container.textContent).toBe('早，Rachel。 2 份工作 洗 Dry');
});

test('a language whose file cannot be loaded is not switched to', async () => {
  expect(await switchLanguage('ms')).toBe(false);
  expect(language.get()).toBe('en');
});

test('of two choices in a row the last one counts', async () => {
  await act(async () => void (await Promise.all([switchLanguage('zh'), switchLanguage('en')])));
  expect(language.get()).toBe('en');
});

test('<html lang> follows the language', () => {
  expect(document.documentElement.lang).toBe('en-SG');
  act(() => language.set('zh'));
  expect(document.documentElement.lang).toBe('zh-Hans-SG');
});

test("starts with the chosen language, otherwise the browser's first supported one, otherwise English", () => {
  expect(firstLanguage('zh', ['en-GB'])).toBe('zh');
  expect(firstLanguage('tlh', ['fr', 'zh-TW', 'en'])).toBe('zh');
  expect(firstLanguage(null, ['ms', 'zh'])).toBe('zh'); // not offered: only for people who choose it
  expect(firstLanguage('ms', ['zh'])).toBe('ms');
  expect(firstLanguage(null, ['ta', 'fr'])).toBe('en');
});

test('stores the choice', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const root = { lang: '' };
  createLanguage({ storage, browser: ['en'], root }).set('zh');
  expect(kept.get(LANGUAGE_KEY)).toBe('zh');
  expect(createLanguage({ storage, browser: ['en'], root }).get()).toBe('zh');
});

test('a server-rendered page starts in its language, and the server learns of the choice', () => {
  const kept = new Map([[LANGUAGE_KEY, 'en']]);
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const told: string[] = [];
  const root = { lang: 'zh-Hans-SG' };
  const page = createLanguage({
    storage,
    root,
    browser: ['en'],
    rendered: 'zh',
    tellServer: (cookie) => told.push(cookie),
  });
  expect([page.get(), page.stored()]).toEqual(['zh', 'en']);
  page.set('en');
  expect(told).toEqual([expect.stringContaining('kemas-language=en; path=/')]);
});

test('pluralizes by the rules of the language', () => {
  const en = [['en', { jobs_one: '{{count}} job', jobs_other: '{{count}} jobs' }]] as const;
  expect(translate(en, 'jobs', { count: 1 })).toBe('1 job');
  expect(translate(en, 'jobs', { count: 0 })).toBe('0 jobs');
});

test('a missing translation falls back to English, and an unknown name is returned as is', () => {
  const both = [
    ['zh', {}],
    ['en', { hello: 'Hello' }],
  ] as const;
  expect(translate(both, 'hello')).toBe('Hello');
  expect(translate(both, 'toString')).toBe('toString');
});
