import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** What the browser and the server show to customers and cleaners, or send them. */
const SHOWN = [
  'apps/web/**/*.{ts,tsx,html,js}',
  'platform/web/**/*.{ts,tsx}',
  'platform/server/{calendar-file,deliver-messages}.ts',
  'features/**/web/{public,customer,cleaner,parts}/**/*.{ts,tsx}',
  'features/**/texts/**/*.ts',
  'features/**/texts.ts',
  'features/{booking,money,people,site,work}/**/{server,rules}/**/*.{ts,json}',
];
const NOT_SHOWN = /\.test\.tsx?$|\/testing\/|\.d\.ts$|\/pages\/admin\/|\/web\/admin\//;

/** Names that nobody reads, or that only apply to a business that is called Kemas, each with its reason. */
const ALLOWED: readonly (readonly [file: RegExp, text: RegExp, reason: string])[] = [
  [/./, /['"`]kemas-[a-z-]+/, 'a storage key, a cookie or a channel of the browser'],
  [/./, /kemas_live_/, 'the prefix of API keys'],
  [/./, /'x-kemas-now'/, 'a header'],
  [/index\.html$/, /<!--head--><title>Kemas/, 'replaced by the server'],
  [/./, /\bisKemas\b/, 'the rule that asks whether the business is called Kemas'],
  [/site-name\.ts$/, /PRODUCT_NAME = 'Kemas'/, 'until the name is known'],
  [/brand-name\.ts$/, /kemas|'Kemas'/i, 'the rule itself'],
  [/brand\.tsx$/, /label = 'Kemas'/, 'our wordmark, drawn for a business that is called Kemas'],
  [/router\.tsx$/, /title: 'Kemas'/, 'replaced before it is shown: the title of a route that loads others'],
  [/default-(content|words)\.(ts|json)$/, /kemas/i, 'replaced by defaultContent, which has its own test'],
  [/tokens\.json|design\/generate-css\.ts$/, /kemas/i, 'names of typefaces'],
  [/subset-fonts\.ts$/, /kemas/i, 'names of files'],
  [
    /deliver-messages\.ts$/,
    /Kemas could not write|business: 'Kemas'/,
    'for the office; tests without templates',
  ],
  [/refunds\.ts$|refund-kinds|payments/, /'kemas'/, 'where a refund was started, a stored value'],
  [/serve-feeds\.ts$|write\.ts$/, /'kemas'/, 'the host in identifiers of events without PUBLIC_URL'],
  [/passwords\.ts$/, /'kemas/, 'words that a password may not contain'],
];

/** The code without its comments. */
function codeOf(file: string): string {
  return readFileSync(join(root, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '$1')
    .replace(/<!--(?!\/?(?:head|noscript|sandbox|area))[\s\S]*?-->/g, '');
}

test('nothing that customers and cleaners see says Kemas, unless the business is called that', () => {
  const files = SHOWN.flatMap((glob) => globSync(glob, { cwd: root })).filter(
    (file) => !NOT_SHOWN.test(file),
  );
  expect(files.length).toBeGreaterThan(500);
  const found = [...new Set(files)].flatMap((file) =>
    codeOf(file)
      .split('\n')
      .filter((line) => /kemas/i.test(line))
      .filter((line) => !ALLOWED.some(([where, text]) => where.test(file) && text.test(line)))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
