import { FEATURES } from './features/order.ts';

/**
 * Import boundaries (ARCHITECTURE.md).
 * Each rule has a violating file in tools/boundaries/violations.ts, which proves that the rule works.
 */

const TEST = String.raw`\.test\.tsx?$`;
/** The public interface of a feature for higher-level features. */
const FRONT = String.raw`(contract\.ts$|contract/|[^/]+-shapes\.ts$|rules/|texts/|server/index\.ts$|web/(parts|office)/)`;

const upwards = FEATURES.slice(0, -1).map((feature, place) => ({
  name: `features-look-down:${feature}`,
  comment: `${feature} must not import ${FEATURES[place + 1]} or any later feature: publish an event instead.`,
  severity: 'error',
  // A test composes the features it needs, including higher-level ones.
  from: { path: `^features/${feature}/`, pathNot: [TEST, '/server/testing/'] },
  to: { path: `^features/(${FEATURES.slice(place + 1).join('|')})/` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'kernel-knows-nothing',
      comment: 'The kernel defines the shared vocabulary and must import only itself and the languages.',
      severity: 'error',
      from: { path: '^platform/kernel/', pathNot: TEST },
      to: { pathNot: '^(platform/kernel|languages)/' },
    },
    {
      name: 'platform-contract-knows-the-kernel',
      comment: 'Server and browser share the contract types, so they must import neither.',
      severity: 'error',
      from: { path: '^platform/contract/', pathNot: TEST },
      to: { path: '^(platform|features|apps|database)/', pathNot: '^platform/(kernel|contract)/' },
    },
    {
      name: 'platform-knows-no-feature',
      comment: 'The platform is domain-independent and must not import features.',
      severity: 'error',
      from: { path: '^platform/' },
      to: { path: '^features/' },
    },
    {
      name: 'only-apps-know-apps',
      comment: 'apps/ is the composition root; nothing may import it.',
      severity: 'error',
      from: { path: ['^(platform|features|database)/', String.raw`^extensions/(?!.*\.test\.ts$)`] },
      to: { path: '^apps/' },
    },
    {
      name: 'server-never-meets-web',
      comment: 'Server and web share only the contract and the rules.',
      severity: 'error',
      from: { path: '^(platform|features/[^/]+/[^/]+|extensions/[^/]+)/server/' },
      to: { path: '^(platform|features/[^/]+/[^/]+|extensions/[^/]+)/web/' },
    },
    {
      name: 'web-never-meets-server',
      comment: 'Web and server share only the contract and the rules.',
      severity: 'error',
      from: { path: '^((platform|features/[^/]+/[^/]+|extensions/[^/]+)/web|apps/web)/' },
      to: {
        path: '^((platform|features/[^/]+/[^/]+|extensions/[^/]+)/server|apps/(api|worker|serve|demo)|database)/',
      },
    },
    {
      name: 'web-has-no-node',
      comment: 'Not available in a browser.',
      severity: 'error',
      from: {
        path: '^((platform|features/[^/]+/[^/]+|extensions/[^/]+)/web|apps/web)/',
        pathNot: [TEST, '/((generate|subset)-[^/]+|vite\\.config\\.ts)$'],
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'rules-are-pure',
      comment: 'Rules and texts are pure functions: no packages, no Node.js, no server, no browser.',
      severity: 'error',
      from: { path: '^(features/[^/]+|extensions)/[^/]+/(rules|texts)/', pathNot: TEST },
      to: {
        pathNot: [
          '^(platform/kernel|languages)/',
          '^(features/[^/]+|extensions)/[^/]+/(rules/|texts/|contract\\.ts$)',
        ],
      },
    },
    {
      name: 'rules-take-only-types-of-a-contract',
      comment: 'A contract imports its schema library; a rule needs only the types.',
      severity: 'error',
      from: { path: '^(features/[^/]+|extensions)/[^/]+/(rules|texts)/', pathNot: TEST },
      to: { path: '^(features/[^/]+|extensions)/[^/]+/contract\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'contract-is-shared',
      comment: 'Server and browser share the contract: it may import only contracts, rules and the kernel.',
      severity: 'error',
      from: { path: '^features/[^/]+/[^/]+/(contract(\\.ts$|/)|[^/]+-shapes\\.ts$)', pathNot: TEST },
      to: {
        path: '^(platform|features|database)/',
        pathNot: [
          '^platform/(kernel|contract)/',
          '^features/routes\\.ts$',
          '^features/[^/]+/[^/]+/(rules/|texts/|contract\\.ts$|contract/|[^/]+-shapes\\.ts$)',
        ],
      },
    },
    {
      name: 'features-through-their-index',
      comment:
        "Another feature's contract, rules, texts, server/index.ts, web/parts and web/office are its front; the rest is its own.",
      severity: 'error',
      from: { path: '^features/([^/]+/[^/]+)/', pathNot: TEST },
      to: { path: '^features/[^/]+/[^/]+/', pathNot: ['^features/$1/', `^features/[^/]+/[^/]+/${FRONT}`] },
    },
    ...upwards,
    {
      name: 'nobody-needs-an-extension',
      comment:
        'Extensions are found when Kemas starts and when the web app is built; without them everything works.',
      severity: 'error',
      from: { path: '^(platform|features|apps|database|extensions/([^/]+))/', pathNot: TEST },
      to: { path: '^extensions/', pathNot: '^extensions/$2/' },
    },
    {
      name: 'extensions-through-fronts',
      comment: 'An extension uses features as they use each other, through their fronts.',
      severity: 'error',
      from: { path: '^extensions/', pathNot: TEST },
      to: { path: '^(features|database)/', pathNot: `^features/[^/]+/[^/]+/${FRONT}` },
    },
    {
      name: 'apps-through-a-servers-index',
      comment: 'The server apps may import a feature only through its server/index.ts and contract.',
      severity: 'error',
      from: { path: '^apps/', pathNot: TEST },
      to: { path: '^features/[^/]+/[^/]+/server/', pathNot: '^features/[^/]+/[^/]+/server/index\\.ts$' },
    },
    {
      name: 'outside-only-through-the-context',
      comment:
        'A use case never calls out by itself, least of all inside its transaction: it queues, or is given.',
      severity: 'error',
      from: { path: '^(features/[^/]+|extensions)/[^/]+/server/', pathNot: TEST },
      to: {
        path: [
          '^platform/server/providers/(?!providers\\.ts$)',
          'node_modules/(stripe|twilio|nodemailer)/',
          '^(node:)?(http|https|http2|net|tls|dgram|child_process)$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'tables-belong-to-servers',
      comment: 'Only code that writes SQL may use row types.',
      severity: 'error',
      from: {
        path: '^(platform|features)/',
        pathNot: ['^platform/(server|testing)/', '^features/[^/]+/[^/]+/server/', TEST],
      },
      to: { path: '^database/' },
    },
    {
      name: 'testing-is-for-tests',
      comment: 'Production code must not import fakes or test fixtures.',
      severity: 'error',
      from: {
        path: '^(platform|features|apps|database|extensions)/',
        pathNot: [TEST, '^platform/testing/', '/server/testing/', '^apps/[^/]+/testing/'],
      },
      to: { path: '(^platform/testing/|/server/testing/)' },
    },
    {
      name: 'embedded-server-is-for-those-who-start-one',
      comment: 'All other code knows only the URL of the database.',
      severity: 'error',
      from: {
        pathNot: [
          '^platform/server/database/embedded',
          '^platform/testing/',
          '^apps/serve/',
          '^(tools|e2e|bench)/',
        ],
      },
      to: { path: '^platform/server/database/embedded' },
    },
    {
      name: 'one-index-a-server',
      comment: 'The only index file is features/<group>/<feature>/server/index.ts.',
      severity: 'error',
      from: {},
      to: {
        path: '^(platform|features|apps|database)/.*/index\\.tsx?$',
        pathNot: '^features/[^/]+/[^/]+/server/index\\.ts$',
      },
    },
    {
      name: 'no-circles',
      comment:
        'Two files that need each other, also for types, are one file or miss a third. Through context.ts, which imports only types, a circle remains: what features offer is in the context, and what they offer takes it.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { pathNot: String.raw`^platform/server/context\.ts$` } },
    },
    {
      name: 'imports-lead-somewhere',
      comment: 'The import cannot be resolved.',
      severity: 'error',
      from: { pathNot: '^tools/boundaries/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|coverage)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css', '.svg'],
    },
  },
};
