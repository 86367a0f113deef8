// @vitest-environment happy-dom
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { about, LANGUAGES, loadMessages, loadSite, type Texts } from '#languages/index.ts';

interface Catalogue {
  readonly name: string;
  readonly en: Texts;
}

/** Every catalogue, by the file that defines it. */
const { found, record } = vi.hoisted(() => {
  const found = new Map<string, Catalogue>();
  const record = (name: string, en: Texts) => {
    const texts = { name, en };
    const callers = (new Error('where').stack ?? '').split('\n').slice(2).join('\n');
    found.set(/(?:apps|features|platform)\/[\w./-]+\.tsx?(?=:)/.exec(callers)?.[0] ?? callers, texts);
    return texts;
  };
  return { found, record };
});
vi.mock('#platform/kernel/translate.ts', async (original) => ({
  ...(await original<object>()),
  defineTexts: record,
}));

const ROOT = join(import.meta.dirname, '../..');

interface Source {
  readonly path: string;
  readonly text: string;
}

const sources: readonly Source[] = globSync(
  '{apps/web,features,platform/web,platform/contract}/**/*.{ts,tsx}',
  { cwd: ROOT },
)
  .filter((path) => !/\.test\.tsx?$|\/testing\/|\/i18n\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

/** Where each catalogue is defined, and its name. */
const definitions = sources.flatMap(({ path, text }) => {
  const [, name] = /const (\w+) = defineTexts\('/.exec(text) ?? [];
  return name === undefined ? [] : [{ path, name }];
});

beforeAll(async () => {
  for (const { path } of definitions) await import(/* @vite-ignore */ join(ROOT, path));
});

/** Every name with its text, nested ones joined by dots. */
function namesOf(texts: Texts, before = ''): string[] {
  return Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [before + name] : namesOf(text, `${before}${name}.`),
  );
}

/** `crew_one` is used as `crew`. */
const asked = (name: string) => name.replace(/_(one|other)$/, '');

/** The string literals in the code around a catalogue, and the patterns of its template literals. */
function writtenNear(
  path: string,
  name: string,
): { readonly literals: Set<string>; readonly patterns: RegExp[] } {
  const [area = '', group = '', feature = ''] = path.split('/');
  const homes =
    area === 'features' ? [`${area}/${group}/${feature}/`] : [`${dirname(path)}/`, 'platform/contract/'];
  const near = sources.filter(
    (source) =>
      !/(^|[/-])texts\.ts$|\/locales\//.test(source.path) &&
      (homes.some((home) => source.path.startsWith(home)) || source.text.includes(name)),
  );
  const text = near.map((source) => source.text).join('\n');
  const quoted = [...text.matchAll(/'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)"|\ben\.(\w+)/g)];
  const literals = new Set(quoted.map(([, single, double, own]) => single ?? double ?? own ?? ''));
  const templates = [...text.matchAll(/`([^`]*\$\{[^`]*)`/g)].map(([, written = '']) => written);
  const patterns = templates
    .map((template) =>
      template
        .split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/)
        .map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')),
    )
    .filter((parts) => parts.some((part) => /\w/.test(part)) && parts.every((part) => !/\s/.test(part)))
    .map((parts) => new RegExp(`^${parts.join('.+')}$`));
  return { literals, patterns };
}

test('finds every catalogue of the project', () => {
  expect(definitions.length).toBeGreaterThan(25);
  expect([...found.keys()].sort()).toEqual(definitions.map(({ path }) => path).sort());
});

/** The text of each name, nested ones joined by dots. */
function flat(texts: Texts, before = ''): [string, string][] {
  return Object.entries(texts).flatMap(([name, text]): [string, string][] =>
    typeof text === 'string' ? [[before + name, text]] : flat(text, `${before}${name}.`),
  );
}

/** Catalogues whose names are English sentences or codes of refusals, which the server words. */
const OTHERS = ['phrases', 'refusals', 'jobRefusals', 'templates'];

/** The server writes these, in messages and calendars. */
const isMessages = (path: string) => /^features\/[\w-]+\/[\w-]+\/(?:texts|rules)\//.test(path);
const FILES = [
  { file: 'site.json', load: loadSite, isOwn: (path: string) => !isMessages(path) },
  { file: 'messages.json', load: loadMessages, isOwn: isMessages },
];
const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name);

test('the names of catalogues are unique', () => {
  const names = [...found.values()].map(({ name }) => name);
  expect(new Set([...names, ...OTHERS]).size).toBe(names.length + OTHERS.length);
});

const translations = LANGUAGES.filter((language) => language !== 'en').flatMap((language) =>
  FILES.map((one) => ({ language, ...one })),
);

describe.each(translations)('$language/$file', ({ language, file, load, isOwn }) => {
  const english = () =>
    new Map([...found].filter(([path]) => isOwn(path)).map(([, { name, en }]) => [name, new Map(flat(en))]));

  test('has no name, plural form or placeholder that English does not have', async () => {
    const forms = new Set<string>(
      new Intl.PluralRules(about(language).locale).resolvedOptions().pluralCategories,
    );
    const wrong = Object.entries(await load(language)).flatMap(([catalogue, texts]) => {
      if (catalogue === 'phrases')
        return flat(texts as Texts)
          .filter(([name, text]) => placeholders(text).some((one) => !placeholders(name).includes(one)))
          .map(([name]) => `phrases: ${name}`);
      if (OTHERS.includes(catalogue)) return [];
      const en = english().get(catalogue);
      if (en === undefined) return [catalogue];
      return flat(texts as Texts)
        .filter(([name, text]) => {
          const [, base = name, form] = /^(.*)_(zero|one|two|few|many|other)$/.exec(name) ?? [];
          const source =
            en.get(name) ??
            (form && en.has(`${base}_other`) && forms.has(form) ? en.get(`${base}_other`) : undefined);
          const all = [source ?? '', en.get(`${base}_one`) ?? ''].flatMap(placeholders);
          return (
            source === undefined || text.trim() === '' || placeholders(text).some((one) => !all.includes(one))
          );
        })
        .map(([name]) => `${catalogue}: ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  test.runIf(about(language).isOffered)('is complete', async () => {
    const texts = await load(language);
    const lacking = [...english()].flatMap(([catalogue, en]) => {
      const own = new Set(flat((texts[catalogue] ?? {}) as Texts).map(([name]) => asked(name)));
      return [...en.keys()].filter((name) => !own.has(asked(name))).map((name) => `${catalogue}: ${name}`);
    });
    if (file !== 'site.json') return expect(lacking).toEqual([]);
    const written = sources.flatMap(({ text }) =>
      [...text.matchAll(/\bphrase\(\s*(?:'([^']*)'|"([^"]*)")/g)].map(([, one, other]) => one ?? other ?? ''),
    );
    expect(written.length).toBeGreaterThan(40);
    const phrases = (texts.phrases ?? {}) as Texts;
    expect([...lacking, ...written.filter((one) => !(one in phrases))]).toEqual([]);
  });
});

test('no text is unused', () => {
  const unused = definitions.flatMap(({ path, name: catalogue }) => {
    const { literals, patterns } = writtenNear(path, catalogue);
    const isUsed = (name: string) => literals.has(name) || patterns.some((pattern) => pattern.test(name));
    return namesOf(found.get(path)?.en ?? {})
      .filter((name) => !isUsed(asked(name)))
      .map((name) => `${path}: ${name}`);
  });
  expect(unused).toEqual([]);
});
