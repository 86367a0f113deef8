import ts from 'typescript';
import type { Source, Violation } from './source.ts';

/** Words that names and comments must not use, and the standard term for each. docs/style.md has the whole list. */
const BANNED: readonly (readonly [word: RegExp, use: string])[] = [
  [/^sweeps?$/, 'cron job'],
  [/^twins?$|^stand ?ins?$/, 'fake'],
  [/^drawn page$|^drawers?$/, 'server-rendered page, renderer'],
  [/^fleeting$/, 'temporary'],
  [/^lapsed?$/, 'expired'],
  [/^call(ed|s|ing)? off$/, 'cancel'],
  [/^carr(y|ies|ied) out$/, 'run'],
  [/^stor(y|ies)$/, 'test'],
  [/^(lies|lie|lying) (above|below)$/, 'name the feature, or "a higher-level feature"'],
  [/^whose terms$/, 'cancellation party'],
  [/^oddments?$|^weighed$/, 'name what it contains'],
];

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** Rule: names and comments use standard terms. */
export function bannedWords({ file, tree }: Source): Violation[] {
  const text = tree.getFullText();
  const named = namesIn(tree).flatMap(({ name, at }) => found(file, tree, name, at));
  const commented = [...text.matchAll(COMMENT)].flatMap((match) => found(file, tree, match[0], match.index));
  return [...found(file, tree, file, 0), ...named, ...commented];
}

/** Names of libraries and of the API that end in `Id`. */
const FOREIGN_IDS: ReadonlySet<string> = new Set([
  ...['accessKeyId', 'calendarId', 'draggableId', 'droppableId', 'eventId', 'excludeJobId', 'genReqId'],
  ...['getElementById', 'jobId', 'lastEventId', 'messageId', 'operationId', 'pointerId', 'prodId', 'queryId'],
  ...['reqId', 'requestId', 'timezoneId', 'useId'],
]);

/** Rule: a field has the wire's name everywhere, so names end in `ID`. */
export function misspelledIDs({ file, tree }: Source): Violation[] {
  return namesIn(tree)
    .filter(({ name }) => /[a-z0-9]Ids?(?=[A-Z_]|$)/.test(name) && !FOREIGN_IDS.has(name))
    .map(({ name, at }) => ({
      file,
      line: tree.getLineAndCharacterOfPosition(at).line + 1,
      what: `names ${name}: write ID, as on the wire`,
    }));
}

function namesIn(tree: ts.SourceFile): { readonly name: string; readonly at: number }[] {
  const names: { name: string; at: number }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.push({ name: node.text, at: node.getStart(tree) });
    // `${role}Id` as a field, which the compiler does not check.
    if (ts.isComputedPropertyName(node) && ts.isTemplateExpression(node.expression))
      names.push({ name: node.expression.getText(tree).replace(/[`${}]/g, ''), at: node.getStart(tree) });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return names;
}

function found(file: string, tree: ts.SourceFile, text: string, at: number): Violation[] {
  const { line } = tree.getLineAndCharacterOfPosition(at);
  return bannedIn(text).map(([word, use]) => ({
    file,
    line: line + 1,
    what: `says "${word}": use "${use}"`,
  }));
}

/** The banned words in a name or text, each with the term to use. */
export function bannedIn(text: string): [word: string, use: string][] {
  const words = text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  const phrases = [...words, ...words.slice(1).map((word, before) => `${words[before]} ${word}`)];
  return phrases.flatMap((phrase) =>
    BANNED.filter(([word]) => word.test(phrase)).map(([, use]): [string, string] => [phrase, use]),
  );
}
