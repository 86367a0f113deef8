/** Translations as PO files of gettext, which programs for translators read and write. */
import { type GetTextComment, type GetTextTranslation, po } from 'gettext-parser';
import { isKind, kindOf } from '#features/messages/messages/texts/kinds.ts';
import { about, isLanguage, type Language, type Texts } from '#languages/index.ts';
import { FILES, type TextFile } from './english.ts';

interface Translated {
  readonly language: Language;
  readonly file: TextFile;
  readonly english: Texts;
  readonly texts: Texts;
}

/** One text with all its plural forms. */
interface Entry {
  /** `booking.visits`; the context in a PO file. */
  readonly name: string;
  /** By plural form of English; `''` for a text without. */
  readonly english: ReadonlyMap<string, string>;
}

const PLURAL = /^(.*)_(zero|one|two|few|many|other)$/s;
const PLACEHOLDERS = /\{\{\s*\w+\s*\}\}|\{[\w ]+\}/g;
const FILE_HEADER = 'X-Texts';

/** The texts of a file by name. @param file names of office texts are English sentences, with any sign in them */
function flat(texts: Texts, before = ''): [string, string][] {
  return Object.entries(texts).flatMap(([name, text]): [string, string][] =>
    typeof text === 'string' ? [[before + name, text]] : flat(text, `${before}${name}${SEPARATOR}`),
  );
}

/** Between the names of a path: names may be sentences with full stops. */
const SEPARATOR = ' › ';

function entriesOf(english: Texts): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  const all = new Map(flat(english));
  for (const [name, text] of all) {
    const [, base = name, form = ''] = PLURAL.exec(name) ?? [];
    const isPlural = form !== '' && all.has(`${base}_other`);
    const key = isPlural ? base : name;
    const forms = new Map(entries.get(key)?.english).set(isPlural ? form : '', text);
    entries.set(key, { name: key, english: forms });
  }
  return entries;
}

const formsOf = (language: Language) =>
  new Intl.PluralRules(about(language).locale).resolvedOptions().pluralCategories;

const isPlural = ({ english }: Entry) => english.has('other');

/** The PO file of a language's texts; what is not translated is empty in it. */
export function toPo({ language, file, english, texts }: Translated): string {
  const own = new Map(flat(texts));
  const forms = formsOf(language);
  const translations: Record<string, Record<string, GetTextTranslation>> = {};
  for (const entry of entriesOf(english).values()) {
    const msgid = entry.english.get('one') ?? entry.english.get('other') ?? entry.english.get('') ?? '';
    const msgid_plural = entry.english.get('other');
    translations[entry.name] = {
      [msgid]: {
        msgctxt: entry.name,
        msgid,
        ...(msgid_plural !== undefined && { msgid_plural }),
        msgstr: isPlural(entry)
          ? forms.map((form) => own.get(`${entry.name}_${form}`) ?? '')
          : [own.get(entry.name) ?? ''],
        comments: { extracted: commentOf(entry, forms) } as GetTextComment,
      },
    };
  }
  const headers = {
    Language: language,
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=UTF-8',
    'Content-Transfer-Encoding': '8bit',
    // Languages with more forms name them in the comments.
    ...(forms.length <= 2 && {
      'Plural-Forms': `nplurals=${forms.length}; plural=${forms.length === 1 ? '0' : '(n != 1)'};`,
    }),
    [FILE_HEADER]: file,
  };
  return `${po.compile({ charset: 'utf-8', headers, translations }, { foldLength: 0 }).toString()}\n`;
}

function commentOf(entry: Entry, forms: readonly string[]): string {
  const [, kind = ''] = entry.name.split(SEPARATOR);
  const isTemplate = entry.name.startsWith(`templates${SEPARATOR}`) && isKind(kind);
  const means = isTemplate ? kindOf(kind).placeholders : {};
  const lines = placeholdersOf([...entry.english.values()]).map((one) => {
    const what = means[one.replace(/[{} ]/g, '')];
    return what === undefined ? `Keep ${one}` : `Keep ${one}: ${what}`;
  });
  return [...lines, ...(isPlural(entry) ? [`Plural forms: ${forms.join(', ')}`] : [])].join('\n');
}

const placeholdersOf = (texts: readonly string[]) =>
  [...new Set(texts.flatMap((text) => text.match(PLACEHOLDERS) ?? []))].toSorted();

export interface Imported {
  readonly language: Language;
  readonly file: TextFile;
  readonly texts: Texts;
  /** Why nothing may be saved, in sentences. */
  readonly problems: readonly string[];
}

/** Which file of which language a PO file translates. @throws if it is not one of ours */
export function headersOf(content: string): Pick<Imported, 'language' | 'file'> {
  const { headers } = po.parse(content);
  const named = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const language = named.get('language');
  const file = FILES.find((one) => one === named.get(FILE_HEADER.toLowerCase()));
  if (!isLanguage(language) || language === 'en' || file === undefined)
    throw new Error(`Its headers must name a language of languages/index.ts and one of ${FILES.join(', ')}.`);
  return { language, file };
}

/** Puts the translations of a PO file into the texts of its language. An entry marked as fuzzy is left alone. */
export function fromPo(content: string, { english, texts }: Pick<Translated, 'english' | 'texts'>): Imported {
  const { language, file } = headersOf(content);
  const entries = entriesOf(english);
  const forms = formsOf(language);
  const own = new Map(flat(texts));
  const problems: string[] = [];
  for (const { msgctxt: name = '', msgid, msgstr, comments } of translationsOf(content)) {
    const entry = entries.get(name);
    if (comments?.flag?.includes('fuzzy')) continue;
    if (entry === undefined) problems.push(`There is no text named “${name}”. Export again.`);
    else if (![...entry.english.values()].includes(msgid))
      problems.push(
        `The English text of “${name}” is “${[...entry.english.values()].at(-1)}” by now. Export again.`,
      );
    else {
      const wrong = problemOf(entry, msgstr);
      if (wrong !== null) problems.push(wrong);
      msgstr.forEach((text, index) => {
        const key = isPlural(entry) ? `${name}_${forms[index]}` : name;
        if (text === '') own.delete(key);
        else own.set(key, text);
      });
    }
  }
  return { language, file, texts: nested(own), problems };
}

function translationsOf(content: string): GetTextTranslation[] {
  const { translations } = po.parse(content);
  return Object.values(translations)
    .flatMap((one) => Object.values(one))
    .filter(({ msgid }) => msgid !== '');
}

/** A form of the plural may write the number out: `{{count}}` may be missing there. */
function problemOf(entry: Entry, msgstr: readonly string[]): string | null {
  const all = placeholdersOf([...entry.english.values()]);
  const written = msgstr.filter((text) => text !== '');
  if (written.length === 0) return null;
  const used = placeholdersOf(written);
  const unknown = used.find((one) => !all.includes(one));
  if (unknown !== undefined) return `“${entry.name}” has ${unknown}, which the English text does not have.`;
  const missing = all.find((one) => !used.includes(one) && !(isPlural(entry) && one === '{{count}}'));
  return missing === undefined ? null : `“${entry.name}” lacks ${missing}.`;
}

/** In the order of the names that were there; catalogues and the texts of the office are sorted. */
function nested(own: ReadonlyMap<string, string>): Texts {
  const texts: Record<string, unknown> = {};
  for (const [path, text] of own) {
    const names = path.split(SEPARATOR);
    const last = names.pop() ?? '';
    let group = texts;
    for (const name of names) {
      group[name] ??= {};
      group = group[name] as Record<string, unknown>;
    }
    group[last] = text;
  }
  return Object.fromEntries(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1))) as Texts;
}
