// @vitest-environment happy-dom
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';

type Texts = { readonly [name: string]: string | Texts };
interface Catalogue {
  readonly en: Texts;
  readonly zh: Texts;
}

/** Every catalogue, by the file that defines it. */
const { found, record } = vi.hoisted(() => {
  const found = new Map<string, Catalogue>();
  const record = (texts: Catalogue) => {
    const callers = (new Error('where').stack ?? '').split('\n').slice(3).join('\n');
    found.set(/(?:apps|features|platform)\/[\w./-]+\.tsx?(?=:)/.exec(callers)?.[0] ?? callers, texts);
    return texts;
  };
  return { found, record };
});
vi.mock('#platform/web/i18n/texts.ts', async (original) => ({
  ...(await original<object>()),
  defineTexts: (texts: Catalogue) => record(texts),
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
  const [, name] = /const (\w+) = defineTexts\(/.exec(text) ?? [];
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

test('no text is missing: English and Chinese have the same names', () => {
  const gaps = [...found].flatMap(([catalogue, { en, zh }]) => {
    const [english, chinese] = [namesOf(en), namesOf(zh)].map((names) => new Set(names.map(asked)));
    const differing = english?.symmetricDifference(chinese ?? new Set()) ?? [];
    return [...differing].map((name) => `${catalogue}: ${name}`);
  });
  expect(gaps).toEqual([]);
});

test('no text is empty in either language', () => {
  const textOf = (texts: Texts, name: string) =>
    name.split('.').reduce<string | Texts | undefined>((at, part) => (at as Texts)[part], texts);
  const empty = [...found].flatMap(([catalogue, each]) =>
    Object.entries(each).flatMap(([language, texts]) =>
      namesOf(texts)
        .filter((name) => String(textOf(texts, name)).trim() === '')
        .map((name) => `${catalogue} ${language}: ${name}`),
    ),
  );
  expect(empty).toEqual([]);
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
