import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#languages/index.ts';
import { englishOf, FILES, LOADERS } from './english.ts';
import { fromPo, toPo } from './po.ts';

const all = LANGUAGES.filter((language) => language !== 'en').flatMap((language) =>
  FILES.map((file) => ({ language, file })),
);

describe.each(all)('$language/$file.json', ({ language, file }) => {
  test('exported and imported is the same, to the order', async () => {
    const [english, texts] = [await englishOf(file), await LOADERS[file](language)];
    const content = toPo({ language, file, english, texts });
    const back = fromPo(content, { english, texts });
    expect(back.problems).toEqual([]);
    expect(JSON.stringify(back.texts, null, 1)).toBe(JSON.stringify(texts, null, 1));
    // Nothing is kept that the PO file does not have.
    expect(fromPo(content, { english, texts: {} }).texts).toEqual(texts);
  });
});

describe('an import', () => {
  const english = {
    visits: { moved: 'Moved to {{day}}', jobs_one: '{{count}} job', jobs_other: '{{count}} jobs' },
  };
  const texts = { visits: { moved: 'Dialih ke {{day}}', jobs_other: '{{count}} kerja' } };
  const content = toPo({ language: 'ms', file: 'site', english, texts });
  const imported = (changed: string) => fromPo(changed, { english, texts });

  test('saves what a translator changes, and removes what they empty', () => {
    expect(imported(content.replace('Dialih ke', 'Kini')).texts).toEqual({
      visits: { moved: 'Kini {{day}}', jobs_other: '{{count}} kerja' },
    });
    expect(imported(content.replace('Dialih ke {{day}}', '')).texts).toEqual({
      visits: { jobs_other: '{{count}} kerja' },
    });
  });

  test('tells translators about placeholders and plural forms', () => {
    expect(content).toContain('#. Keep {{day}}');
    expect(content).toContain('#. Plural forms: other');
  });

  test.each([
    ['a placeholder that is gone', 'Dialih ke {{day}}', 'Dialih', 'lacks {{day}}.'],
    ['a placeholder that is translated', 'ke {{day}}', 'ke {{hari}}', 'has {{hari}}, which the English'],
    ['an unknown name', 'visits › moved', 'visits › gone', 'There is no text named “visits › gone”.'],
    ['an English text that has changed since', 'Moved to', 'Shifted to', 'is “Moved to {{day}}” by now.'],
  ])('refuses %s', (_what, from, to, problem) => {
    expect(content).toContain(from);
    expect(imported(content.replace(from, to)).problems.join()).toContain(problem);
  });

  test('leaves alone what is marked as fuzzy', () => {
    const fuzzy = content
      .replace('#. Keep {{day}}\n', '#. Keep {{day}}\n#, fuzzy\n')
      .replace('Dialih ke', 'Kini');
    expect(imported(fuzzy).texts).toEqual(texts);
  });
});
