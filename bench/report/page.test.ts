import { expect, test } from 'vitest';
import { performancePage } from './page.ts';
import type { RequestResult, Results } from './results.ts';

const NOTHING: Results = {
  machine: {
    cores: 2,
    gigabytes: 8,
    stolen: 0,
    node: '26.0.0',
    postgres: '18.1',
    day: '2026-11-22',
    command: 'npm run bench',
  },
  requests: [],
  inDatabase: [],
  wholeLists: [],
  throughput: [],
  mixedLoad: [],
  races: [],
  commits: [],
  screens: [],
  webPages: [],
  memory: [],
  checks: [],
  sweeps: [],
  plans: [],
};

const request = (more: Partial<RequestResult>): RequestResult => ({
  name: 'one job',
  goal: 10,
  isIndexed: true,
  statements: 2,
  cpu: 1.26,
  ms: { tenth: 4, full: 5 },
  ...more,
});
const load = { requests: 200, p50: 8, p99: 49, longest: 60 };

/** The lines of the page that are rows of a table with this name. */
const rowOf = (results: Partial<Results>, name: string) =>
  performancePage({ ...NOTHING, ...results })
    .split('\n')
    .filter((line) => line.startsWith(`| ${name}`));

test('what was not measured is left out', () => {
  expect(performancePage(NOTHING)).not.toContain('##');
});

test.each([
  [{}, '| one job | 2 | 1.3 | 4.0 | 5.0 | 1.25 | 10 | ✓ |'],
  [{ ms: { tenth: 4, full: 10.4 } }, '| one job | 2 | 1.3 | 4.0 | 10 | 2.60 ✗ | 10 | **✗** |'],
  [
    { ms: { tenth: 4, full: 6 }, isIndexed: false },
    '| one job | 2 | 1.3 | 4.0 | 6.0 | 1.50 (counts) | 10 | ✓ |',
  ],
  [{ ms: { tenth: 1, full: 2 } }, '| one job | 2 | 1.3 | 1.0 | 2.0 | 2.00 | 10 | ✓ |'],
  [{ ms: { tenth: 12 } }, '| one job | 2 | 1.3 | 12 |  | 10 | **✗** |'],
])('a request with %j', (more, row) => {
  expect(rowOf({ requests: [request(more)] }, 'one job')).toEqual([row]);
});

const pace = (perSecond: number) => ({ perSecond, cpu: 1.5 });

test('a share of the floor below its goal is a miss', () => {
  const figure = {
    name: '50 jobs',
    size: 'full',
    kemas: pace(400),
    floor: pace(500),
    ratio: 0.8,
    goal: 0.7,
  } as const;
  const throughput = [figure, { ...figure, name: 'createjob', ratio: 0.49, goal: 0.5 }];
  expect(rowOf({ throughput }, '50 jobs')).toEqual([
    '| 50 jobs, full | 400 | 500 | 0.80 | 0.7 | ✓ | 1.50 / 1.50 |',
  ]);
  expect(rowOf({ throughput }, 'createjob')).toEqual([
    '| createjob, full | 400 | 500 | 0.49 | 0.5 | **✗** | 1.50 / 1.50 |',
  ]);
});

test('one failure spoils a mixed load, however fast it was', () => {
  const mixed = {
    size: 'demo',
    perSecond: 200,
    goal: 50,
    cpu: 4,
    all: load,
    kinds: [],
    statuses: { 200: 200 },
  } as const;
  expect(rowOf({ mixedLoad: [mixed] }, '**all')[0]).toMatch(/ 49 \| 60 \| 0 \| ✓ \|$/);
  const failed = { ...mixed, statuses: { 200: 198, 0: 1, 503: 1 } };
  expect(rowOf({ mixedLoad: [failed] }, '**all')[0]).toMatch(/ 2 \| \*\*✗\*\* \|$/);
});

test('a race is won once, by the slowest within two seconds', () => {
  const race = { name: 'one', size: 'full', asked: 200, longest: 1900, booked: 1 } as const;
  const verdict = (more: object) =>
    rowOf({ races: [{ ...race, statuses: { 201: 1, 409: 199 }, ...more }] }, 'one')[0]?.slice(-9);
  expect(verdict({})).toContain('✓');
  expect(verdict({ statuses: { 201: 2, 409: 198 } })).toContain('✗');
  expect(verdict({ statuses: { 201: 1, 409: 198, 503: 1 } })).toContain('✗');
  expect(verdict({ longest: 2100 })).toContain('✗');
  expect(verdict({ booked: null, statuses: { 201: 200 } })).toContain('✓');
});

test('memory is better below its goal, payments a second above', () => {
  const single = { name: 'x', size: 'full', value: 190, goal: 200 } as const;
  expect(rowOf({ memory: [{ ...single, unit: 'MB' }] }, 'x')[0]).toContain('✓');
  expect(rowOf({ commits: [{ ...single, unit: '/s' }] }, 'x')[0]).toContain('✗');
});

test('a machine that others have slowed down is named', () => {
  expect(performancePage(NOTHING)).not.toContain('steal');
  const machine = { ...NOTHING.machine, stolen: 27 };
  expect(performancePage({ ...NOTHING, machine })).toContain('gave others 27 % of the processor time');
});
