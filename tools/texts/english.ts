/** The English texts, which translations are made from: read from the sources, because they are next to the code that uses them. */
import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { TEXTS } from '#features/messages/messages/texts/default-texts.ts';
import { LANGUAGES, loadMessages, loadOffice, loadSite, type Texts } from '#languages/index.ts';

export const FILES = ['site', 'messages', 'office'] as const;
export type TextFile = (typeof FILES)[number];

export const LOADERS: Readonly<Record<TextFile, (language: (typeof LANGUAGES)[number]) => Promise<Texts>>> = {
  site: loadSite,
  messages: loadMessages,
  office: loadOffice,
};

/** Texts that are their own name, or named by the code of a refusal. The complete translations list them. */
const BY_NAME = ['phrases', 'refusals', 'jobRefusals'];

export async function englishOf(file: TextFile): Promise<Texts> {
  const all = await Promise.all(LANGUAGES.map((language) => LOADERS[file](language)));
  if (file === 'office') return Object.assign({}, ...all.map(named));
  if (file === 'messages') return { ...catalogues(isMessages), templates: TEXTS as unknown as Texts };
  const byName = BY_NAME.map((name) => [name, Object.assign({}, ...all.map((texts) => named(texts[name])))]);
  return { ...catalogues((path) => !isMessages(path)), ...Object.fromEntries(byName) };
}

/** Each name as its own text. The sense of a word, `Moving_clean`, is not part of it. */
function named(texts: Texts[string] | undefined): Texts {
  const names = typeof texts === 'object' ? Object.keys(texts) : [];
  return Object.fromEntries(names.map((name) => [name, name.replace(/(?<=\w)_[a-z]+$/i, '')]));
}

/** The server writes these, in messages and calendars. */
const isMessages = (path: string) => /^features\/[\w-]+\/[\w-]+\/(?:texts|rules)\//.test(path);

function catalogues(isOwn: (path: string) => boolean): Texts {
  const paths = globSync('{apps/web,features,platform}/**/*.{ts,tsx}', {
    exclude: (path) => /\.test\.tsx?$|\/testing$|\/i18n$/.test(path),
  });
  const found: [string, Texts][] = [];
  for (const path of paths.filter(isOwn)) {
    const source = readFileSync(path, 'utf8');
    if (!source.includes('defineTexts(')) continue;
    visit(parseSync(path, source).program, (call) => found.push(read(call, path)));
  }
  return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}

type SyntaxNode = { readonly type: string } & Readonly<Record<string, unknown>>;

function visit(node: unknown, onCall: (call: SyntaxNode) => void): void {
  if (Array.isArray(node)) for (const child of node) visit(child, onCall);
  else if (typeof node === 'object' && node !== null && 'type' in node) {
    const syntax = node as SyntaxNode;
    const { name } = (syntax.callee ?? {}) as { name?: unknown };
    if (syntax.type === 'CallExpression' && name === 'defineTexts') onCall(syntax);
    else for (const child of Object.values(syntax)) visit(child, onCall);
  }
}

function read({ arguments: args }: SyntaxNode, path: string): [string, Texts] {
  const [name, texts] = args as SyntaxNode[];
  return [String(name?.value), literalOf(texts, path) as Texts];
}

function literalOf(node: SyntaxNode | undefined, path: string): string | Texts {
  if (node?.type === 'Literal') return String(node.value);
  if (node?.type !== 'ObjectExpression') throw new Error(`${path}: a text is not a literal.`);
  return Object.fromEntries(
    (node.properties as { key: { name?: string; value?: string }; value: SyntaxNode }[]).map((property) => [
      property.key?.name ?? property.key?.value ?? '',
      literalOf(property.value, path),
    ]),
  );
}
