import { FEATURES } from './features/order.ts';

/**
 * The boundaries: who may import whom (ARCHITECTURE.md).
 * Each rule has a violating file in tools/boundaries/violations.ts, which proves that the rule still holds.
 */

const TEST = String.raw`\.test\.tsx?$`;
/** What a feature shows to the features above it. */
const FRONT = String.raw`(contract\.ts$|contract/|[^/]+-shapes\.ts$|rules/|server/index\.ts$|web/parts/)`;

const upwards = FEATURES.slice(0, -1).map((feature, place) => ({
  name: `features-look-down:${feature}`,
  comment: `${feature} is below ${FEATURES[place + 1]} and all after it: it tells them by an event.`,
  severity: 'error',
  // A test composes what it needs, also what lies above.
  from: { path: `^features/${feature}/`, pathNot: [TEST, '/server/testing/'] },
  to: { path: `^features/(${FEATURES.slice(place + 1).join('|')})/` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'kernel-knows-nothing',
      comment: 'The kernel is the vocabulary that all else is said in: it imports only itself.',
      severity: 'error',
      from: { path: '^platform/kernel/', pathNot: TEST },
      to: { pathNot: '^platform/kernel/' },
    },
    {
      name: 'platform-contract-knows-the-kernel',
      comment: 'What a call is may be known by server and browser, so it knows neither.',
      severity: 'error',
      from: { path: '^platform/contract/', pathNot: TEST },
      to: { path: '^(platform|features|apps|database)/', pathNot: '^platform/(kernel|contract)/' },
    },
    {
      name: 'platform-knows-no-feature',
      comment: 'The platform knows nothing of cleaning.',
      severity: 'error',
      from: { path: '^platform/' },
      to: { path: '^features/' },
    },
    {
      name: 'only-apps-know-apps',
      comment: 'apps/ composes; nothing is built upon it.',
      severity: 'error',
      from: { path: '^(platform|features|database)/' },
      to: { path: '^apps/' },
    },
    {
      name: 'server-never-meets-web',
      comment: 'They share the contract and the rules, nothing else.',
      severity: 'error',
      from: { path: '^(platform|features/[^/]+/[^/]+)/server/' },
      to: { path: '^(platform|features/[^/]+/[^/]+)/web/' },
    },
    {
      name: 'web-never-meets-server',
      comment: 'They share the contract and the rules, nothing else.',
      severity: 'error',
      from: { path: '^((platform|features/[^/]+/[^/]+)/web|apps/web)/' },
      to: { path: '^((platform|features/[^/]+/[^/]+)/server|apps/(api|worker|serve|demo)|database)/' },
    },
    {
      name: 'web-has-no-node',
      comment: 'A browser has none of these.',
      severity: 'error',
      from: {
        path: '^((platform|features/[^/]+/[^/]+)/web|apps/web)/',
        pathNot: [TEST, '/((generate|subset)-[^/]+|vite\\.config\\.ts)$'],
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'rules-are-pure',
      comment: 'Rules decide from what they are given: no package, no system, no server, no browser.',
      severity: 'error',
      from: { path: '^features/[^/]+/[^/]+/rules/', pathNot: TEST },
      to: { pathNot: ['^platform/kernel/', '^features/[^/]+/[^/]+/(rules/|contract\\.ts$)'] },
    },
    {
      name: 'rules-take-only-types-of-a-contract',
      comment: 'A contract brings its schema library along; a rule needs but the shape.',
      severity: 'error',
      from: { path: '^features/[^/]+/[^/]+/rules/', pathNot: TEST },
      to: { path: '^features/[^/]+/[^/]+/contract\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'contract-is-shared',
      comment: 'A contract is read by server and browser: it knows contracts, rules and the kernel.',
      severity: 'error',
      from: { path: '^features/[^/]+/[^/]+/(contract(\\.ts$|/)|[^/]+-shapes\\.ts$)', pathNot: TEST },
      to: {
        path: '^(platform|features|database)/',
        pathNot: [
          '^platform/(kernel|contract)/',
          '^features/[^/]+/[^/]+/(rules/|contract\\.ts$|contract/|[^/]+-shapes\\.ts$)',
        ],
      },
    },
    {
      name: 'features-through-their-index',
      comment:
        "Another feature's contract, rules, server/index.ts and web/parts are its front; the rest is its own.",
      severity: 'error',
      from: { path: '^features/([^/]+/[^/]+)/', pathNot: TEST },
      to: { path: '^features/[^/]+/[^/]+/', pathNot: ['^features/$1/', `^features/[^/]+/[^/]+/${FRONT}`] },
    },
    ...upwards,
    {
      name: 'apps-through-a-servers-index',
      comment: 'The server apps take a feature by its server/index.ts and contract.',
      severity: 'error',
      from: { path: '^apps/', pathNot: TEST },
      to: { path: '^features/[^/]+/[^/]+/server/', pathNot: '^features/[^/]+/[^/]+/server/index\\.ts$' },
    },
    {
      name: 'outside-only-through-the-context',
      comment:
        'A use case never calls out by itself, least of all inside its transaction: it queues, or is given.',
      severity: 'error',
      from: { path: '^features/[^/]+/[^/]+/server/', pathNot: TEST },
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
      comment: 'Row types are for the code that writes SQL.',
      severity: 'error',
      from: {
        path: '^(platform|features)/',
        pathNot: ['^platform/(server|testing)/', '^features/[^/]+/[^/]+/server/', TEST],
      },
      to: { path: '^database/' },
    },
    {
      name: 'testing-is-for-tests',
      comment: 'Fakes and the named cast never reach what runs.',
      severity: 'error',
      from: {
        path: '^(platform|features|apps|database)/',
        pathNot: [TEST, '^platform/testing/', '/server/testing/', '^apps/[^/]+/testing/'],
      },
      to: { path: '(^platform/testing/|/server/testing/)' },
    },
    {
      name: 'embedded-server-is-for-those-who-start-one',
      comment: 'The rest of the code knows a database by its address only.',
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
        'Two files that need each other are one file, or miss a third. (Types alone leave no circle to run.)',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'imports-lead-somewhere',
      comment: 'A name that nothing answers to.',
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
