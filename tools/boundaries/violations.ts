/**
 * One file that violates each boundary rule and nothing else; test-boundaries.ts checks that exactly that rule reports
 * it.
 */

export interface Violation {
  /** The name of the rule, in .dependency-cruiser.mjs or biome.json. */
  rule: string;
  file: string;
  content: string;
  /** A second file that the violation needs, and that is not reported itself. */
  beside?: { file: string; content: string };
}

/** A file whose only violation is to import `target`. */
function imports(rule: string, file: string, target: string): Violation {
  return { rule, file, content: `import { it } from '${target}';\nexport const mine = it;\n` };
}

export const BOUNDARY_VIOLATIONS: readonly Violation[] = [
  imports('kernel-knows-nothing', 'platform/kernel/a.ts', '#platform/contract/thing.ts'),
  imports('kernel-knows-nothing', 'platform/kernel/b.ts', 'zod'),
  imports('kernel-knows-nothing', 'platform/kernel/c.ts', 'node:fs'),
  imports('platform-contract-knows-the-kernel', 'platform/contract/a.ts', '#platform/server/thing.ts'),
  imports('platform-contract-knows-the-kernel', 'platform/contract/b.ts', '#platform/web/thing.ts'),
  imports('platform-knows-no-feature', 'platform/server/a.ts', '#features/work/jobs/contract.ts'),
  imports('only-apps-know-apps', 'platform/server/b.ts', '#apps/api/thing.ts'),
  imports('only-apps-know-apps', 'features/work/jobs/server/a.ts', '#apps/api/thing.ts'),
  imports('server-never-meets-web', 'features/work/jobs/server/b.ts', '../web/parts/thing.tsx'),
  imports('server-never-meets-web', 'platform/server/c.ts', '#platform/web/thing.ts'),
  imports('web-never-meets-server', 'features/work/jobs/web/a.tsx', '../server/index.ts'),
  imports('web-never-meets-server', 'apps/web/a.ts', '#platform/server/thing.ts'),
  imports('web-has-no-node', 'platform/web/a.ts', 'node:path'),
  imports('only-apps-know-apps', 'extensions/fee/server/a.ts', '#apps/api/thing.ts'),
  imports('server-never-meets-web', 'extensions/fee/server/b.ts', '../web/thing.tsx'),
  imports('web-never-meets-server', 'extensions/fee/web/a.tsx', '../server/thing.ts'),
  imports('rules-are-pure', 'extensions/fee/rules/a.ts', 'zod'),
  imports('nobody-needs-an-extension', 'apps/api/f.ts', '../../extensions/fee/contract.ts'),
  imports('nobody-needs-an-extension', 'extensions/other/server/a.ts', '../../fee/contract.ts'),
  imports('extensions-through-fronts', 'extensions/fee/server/c.ts', '#features/work/jobs/server/thing.ts'),
  imports('rules-are-pure', 'features/work/jobs/rules/a.ts', 'zod'),
  imports('rules-are-pure', 'features/work/jobs/rules/b.ts', 'node:crypto'),
  imports('rules-are-pure', 'features/work/jobs/rules/c.ts', '../server/index.ts'),
  imports('rules-are-pure', 'features/work/jobs/rules/d.ts', '#platform/server/thing.ts'),
  imports('rules-are-pure', 'features/work/jobs/texts/a.ts', 'zod'),
  imports('rules-are-pure', 'features/work/jobs/texts/b.ts', '../server/index.ts'),
  imports('rules-take-only-types-of-a-contract', 'features/work/jobs/rules/e.ts', '../contract.ts'),
  imports('rules-take-only-types-of-a-contract', 'features/work/jobs/texts/c.ts', '../contract.ts'),
  imports('contract-is-shared', 'features/work/jobs/contract/a.ts', '../server/index.ts'),
  imports('contract-is-shared', 'features/work/jobs/contract/b.ts', '#platform/web/thing.ts'),
  imports(
    'features-through-their-index',
    'features/work/jobs/server/c.ts',
    '#features/people/cleaners/server/inside.ts',
  ),
  imports(
    'features-through-their-index',
    'features/work/jobs/web/b.tsx',
    '#features/people/cleaners/web/admin/thing.tsx',
  ),
  imports('apps-through-a-servers-index', 'apps/api/a.ts', '#features/people/cleaners/server/inside.ts'),
  imports('outside-only-through-the-context', 'features/money/payments/server/a.ts', 'stripe'),
  imports('outside-only-through-the-context', 'features/money/payments/server/b.ts', 'node:https'),
  imports(
    'outside-only-through-the-context',
    'features/money/payments/server/c.ts',
    '#platform/server/providers/x.ts',
  ),
  imports('tables-belong-to-servers', 'features/work/jobs/other.ts', '#database/generated.ts'),
  imports('testing-is-for-tests', 'features/work/jobs/server/d.ts', '#platform/testing/thing.ts'),
  imports(
    'embedded-server-is-for-those-who-start-one',
    'apps/api/b.ts',
    '#platform/server/database/embedded.ts',
  ),
  imports('one-index-a-server', 'features/work/jobs/web/c.tsx', './index.ts'),
  {
    ...imports('no-circles', 'apps/web/here.ts', './there.ts'),
    beside: {
      file: 'apps/web/there.ts',
      content: "import { mine } from './here.ts';\nexport const it = (): unknown => mine;\n",
    },
  },
  imports('imports-lead-somewhere', 'apps/web/b.ts', './nowhere.ts'),
];

/** Violations of each boundary between features: a lower one imports the contract of the next higher one. */
export function upwardViolations(features: readonly string[]): Violation[] {
  return features.slice(0, -1).map((lower, index) => {
    const higher = features[index + 1];
    return imports(
      `features-look-down:${lower}`,
      `features/${lower}/server/up.ts`,
      `#features/${higher}/contract.ts`,
    );
  });
}

/** Violations for the linter, in otherwise valid files. */
export const LINT_VIOLATIONS: readonly Violation[] = [
  inRules('noRestrictedGlobals', 'date', 'export const now = (): number => Date.now();'),
  inRules('noRestrictedGlobals', 'new-date', 'export const now = (): unknown => new Date();'),
  inRules('noRestrictedGlobals', 'environment', 'export const home = (): unknown => process.env.HOME;'),
  inRules('noRestrictedGlobals', 'random-id', 'export const id = (): string => crypto.randomUUID();'),
  inRules('noRestrictedGlobals', 'later', 'export const later = (): unknown => Promise.resolve(1);'),
  inRules('noJsRestrictedProperties', 'random', 'export const dice = (): number => Math.random();'),
  inRules(
    'noJsRestrictedProperties',
    'temporal',
    'export const now = (): unknown => Temporal.Now.instant();',
  ),
  {
    rule: 'noRestrictedGlobals',
    file: 'features/work/jobs/texts/date.ts',
    content: 'export const now = (): number => Date.now();\n',
  },
  inServer(
    'noRestrictedGlobals',
    'call-out',
    "export const call = (): Promise<unknown> => fetch('https://example.org');",
  ),
  inServer('noRestrictedGlobals', 'own-clock', 'export const now = (): number => Date.now();'),
];

function inRules(rule: string, name: string, content: string): Violation {
  return { rule, file: `features/work/jobs/rules/${name}.ts`, content: `${content}\n` };
}

function inServer(rule: string, name: string, content: string): Violation {
  return { rule, file: `features/work/jobs/server/${name}.ts`, content: `${content}\n` };
}
