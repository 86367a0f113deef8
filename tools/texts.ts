/**
 * Translations as PO files, for translators (docs/languages.md):
 *
 *     npm run texts -- export ms        writes po/ms/site.po, messages.po and office.po
 *     npm run texts -- import po/ms/site.po
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isLanguage } from '#languages/index.ts';
import { englishOf, FILES, LOADERS } from './texts/english.ts';
import { fromPo, headersOf, toPo } from './texts/po.ts';

async function exportTexts(language: string | undefined): Promise<void> {
  if (!isLanguage(language) || language === 'en')
    throw new Error('Name a language of languages/index.ts other than English.');
  mkdirSync(`po/${language}`, { recursive: true });
  for (const file of FILES) {
    const [english, texts] = [await englishOf(file), await LOADERS[file](language)];
    writeFileSync(`po/${language}/${file}.po`, toPo({ language, file, english, texts }));
    console.log(`po/${language}/${file}.po`);
  }
}

async function importTexts(path: string | undefined): Promise<void> {
  if (path === undefined) throw new Error('Name a PO file.');
  const content = readFileSync(path, 'utf8');
  const { language, file } = headersOf(content);
  const [english, before] = [await englishOf(file), await LOADERS[file](language)];
  const { texts, problems } = fromPo(content, { english, texts: before });
  if (problems.length > 0) throw new Error(['Nothing is saved:', ...problems].join('\n'));
  if (Object.keys(texts).length === 0) throw new Error('It has no translations: nothing is saved.');
  const saved = `languages/${language}/${file}.json`;
  writeFileSync(saved, `${JSON.stringify(texts, null, 2)}\n`);
  console.log(`${saved} is written.`);
}

const [action, what] = process.argv.slice(2);
try {
  if (action === 'export') await exportTexts(what);
  else if (action === 'import') await importTexts(what);
  else throw new Error('Use `export <code>` or `import <file>`.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
