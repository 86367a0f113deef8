import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { afterEach, describe, expect, it } from 'vitest';
import chinese from '../../../languages/zh/office.json' with { type: 'json' };
import { loadOfficeText } from './load-office.ts';
import { officeLanguage, t } from './office.ts';

afterEach(() => loadOfficeText('en'));

const sources = globSync('{apps,features,platform,extensions}/**/*.{ts,tsx}').filter(
  (file) => !/\.(?:test|spec|d)\.tsx?$/.test(file),
);
const isOffice = (file: string) => readFileSync(file, 'utf8').includes('i18n/office.ts');
const placeholders = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort();

interface Found {
  /** Every string and text of the file. */
  readonly strings: string[];
  /** The literal first arguments of `t` and `tNodes`. */
  readonly keys: string[];
  /** English in JSX, outside `t`. */
  readonly bare: string[];
  /** Where `t` is an argument: for what takes keys of a catalogue, it shows the key. */
  readonly passed: string[];
}

type SyntaxNode = { readonly type: string } & Record<string, unknown>;

/** Attributes with texts for people. */
const TEXT_ATTRIBUTES = /^(?:label|title|placeholder|hint|note|aria-label|alt|closeLabel|retryLabel)$/;
/** Names and signs that are the same in every language. */
const SAME = /^(?:CSV|PayNow|Kemas|S\$|GST|API|px|%|https:\/\/|[^A-Za-z]*|.)$/;

/** Keys and commands are typed as they are. */
function isVerbatim({ type, openingElement }: SyntaxNode): boolean {
  if (type !== 'JSXElement') return false;
  const { name } = openingElement as { name: { name?: unknown } };
  return name.name === 'kbd' || name.name === 'code';
}

/** The sense of a word that has several: `{ context: 'clean' }`. */
function contextOf(values: SyntaxNode | undefined): unknown {
  const properties = (values?.properties ?? []) as {
    key?: { name?: unknown };
    value?: { value?: unknown };
  }[];
  return properties.find(({ key }) => key?.name === 'context')?.value?.value;
}

const isT = ({ type, name }: SyntaxNode) => type === 'Identifier' && name === 't';
const hasT = ({ type, properties }: SyntaxNode) =>
  type === 'ObjectExpression' &&
  (properties as { value?: SyntaxNode }[]).some(({ value }) => value && isT(value));

function textsOf(file: string): Found {
  const found: Found = { strings: [], keys: [], bare: [], passed: [] };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const child of node) visit(child);
    if (Array.isArray(node)) return;
    if (typeof node !== 'object' || node === null || !('type' in node)) return;
    read(node as SyntaxNode);
    if (isVerbatim(node as SyntaxNode)) return;
    for (const child of Object.values(node)) visit(child);
  };
  const read = (node: SyntaxNode) => {
    if (node.type === 'Literal' && typeof node.value === 'string') found.strings.push(node.value);
    if (node.type === 'Identifier' && typeof node.name === 'string') found.strings.push(node.name);
    if (node.type === 'JSXText') bare(String(node.value));
    if (node.type === 'JSXAttribute') attribute(node);
    if (node.type === 'CallExpression') call(node);
  };
  const bare = (text: string) => {
    const trimmed = text.replace(/&\w+;/g, '').trim();
    if (!SAME.test(trimmed) && /[A-Za-z]/.test(trimmed)) found.bare.push(`${file}: ${trimmed}`);
  };
  const attribute = ({ name, value }: SyntaxNode) => {
    const { name: word } = name as { name: unknown };
    const literal = (value as SyntaxNode | null)?.type === 'Literal' ? (value as SyntaxNode).value : null;
    if (typeof word === 'string' && typeof literal === 'string' && TEXT_ATTRIBUTES.test(word)) bare(literal);
  };
  const call = ({ callee, arguments: args }: SyntaxNode) => {
    const { name } = callee as { name?: unknown };
    const [first, values] = args as SyntaxNode[];
    for (const argument of args as SyntaxNode[]) if (isT(argument) || hasT(argument)) found.passed.push(file);
    if ((name !== 't' && name !== 'tNodes') || first?.type !== 'Literal') return;
    const context = contextOf(values);
    const key = context === undefined ? String(first.value) : `${first.value}_${context}`;
    found.keys.push(key);
    found.strings.push(key);
  };
  visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return found;
}

describe('the office in Chinese', () => {
  const inOffice = sources.filter(isOffice).map(textsOf);

  it('has every text', () => {
    const missing = inOffice.flatMap(({ keys }) => keys).filter((key) => !Object.hasOwn(chinese, key));
    expect(inOffice.length).toBeGreaterThan(200);
    expect([...new Set(missing)]).toEqual([]);
  });

  it('has no text that the code does not have', () => {
    const strings = new Set(sources.map(textsOf).flatMap((found) => found.strings));
    expect(Object.keys(chinese).filter((key) => !strings.has(key))).toEqual([]);
  });

  it('has the placeholders of each text', () => {
    const different = Object.entries(chinese).filter(
      ([english, text]) => placeholders(english).join() !== placeholders(text).join(),
    );
    expect(different).toEqual([]);
  });

  it('leaves no English in the pages outside t', () => {
    expect(inOffice.flatMap(({ bare }) => bare)).toEqual([]);
  });

  it('passes t to nothing', () => {
    expect(inOffice.flatMap(({ passed }) => passed)).toEqual([]);
  });

  it('shows the English until it is loaded, then the Chinese', async () => {
    const text = () => t('Hold {{visits}} visits, {{money}}', { visits: 2, money: 'S$90.00' });
    expect([text(), officeLanguage()]).toEqual(['Hold 2 visits, S$90.00', 'en']);
    await loadOfficeText('zh');
    expect([text(), officeLanguage()]).toEqual(['保留 2 次清洁，S$90.00', 'zh']);
    expect(t('Not translated at all')).toBe('Not translated at all');
  });
});
