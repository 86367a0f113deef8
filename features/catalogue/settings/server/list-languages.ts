import {
  about,
  LANGUAGES,
  type Language,
  loadMessages,
  loadOffice,
  loadSite,
  type Texts,
} from '#languages/index.ts';
import { type LanguageReply, TEXT_PARTS } from '../contract.ts';

type Part = (typeof TEXT_PARTS)[number];
type Names = Readonly<Record<Part, ReadonlySet<string>>>;

/**
 * How complete each language is. All texts are those that any translation has: a language that is offered is complete,
 * which apps/web/texts.test.ts checks, and English is in the code.
 */
export async function listLanguages(): Promise<{ items: LanguageReply[] }> {
  const languages = await Promise.all(
    LANGUAGES.map(async (language) => ({ language, names: await translatedNames(language) })),
  );
  const all = (part: Part) => new Set(languages.flatMap(({ names }) => [...names[part]]));
  const items = languages.map(({ language, names }) => {
    const { name, isOffered, reviewedBy } = about(language);
    const parts = TEXT_PARTS.map((part) => {
      const { size } = all(part);
      return { part, translated: language === 'en' ? size : names[part].size, all: size };
    });
    return { language, name, isOffered, reviewedBy, parts };
  });
  return { items };
}

/** Catalogues of the cleaner's app; the others are of customers, or of both. */
const isOfCleaners = (catalogue: string) => catalogue.startsWith('cleaner') || catalogue === 'profile';

async function translatedNames(language: Language): Promise<Names> {
  const [site, messages, office] = await Promise.all([
    loadSite(language),
    loadMessages(language),
    loadOffice(language),
  ]);
  const catalogues = Object.entries(site);
  const some = (isOf: (name: string) => boolean) =>
    namesIn(Object.fromEntries(catalogues.filter(([name]) => isOf(name))));
  return {
    customers: some((name) => !isOfCleaners(name)),
    cleaners: some(isOfCleaners),
    messages: namesIn(messages),
    office: new Set(Object.keys(office)),
  };
}

/** The names of texts; the plural forms of one text, which differ between languages, count once. */
function namesIn(texts: Texts): ReadonlySet<string> {
  const names = (of: Texts, before: string): string[] =>
    Object.entries(of).flatMap(([name, text]) =>
      typeof text === 'string'
        ? [before + name.replace(/_(zero|one|two|few|many|other)$/, '')]
        : names(text, `${before}${name}.`),
    );
  return new Set(names(texts, ''));
}
