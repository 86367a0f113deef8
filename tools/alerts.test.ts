import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/* The person who is woken finds out what to do: docs/runbook/alerts.md has a section for each event, and for no other. */

/** `log.error({ wake: true, … }, 'event')`, over several lines. */
const WAKING_LINE = /log(?:\.\w+|\[[^\]]+\])\(\s*\{[^{}]*\bwake\b[^{}]*\},\s*'([^']+)'/g;

const sources = globSync('{apps,features,platform}/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
const events = sources.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(WAKING_LINE)].map(([, event = '']) => event),
);
const headings = [...readFileSync('docs/runbook/alerts.md', 'utf8').matchAll(/^## (.+)$/gm)].map(
  ([, heading = '']) => heading,
);

test('every event that wakes somebody has a section in the runbook', () => {
  expect(events.length).toBeGreaterThan(15);
  expect([...new Set(events)].toSorted()).toEqual(headings.toSorted());
});

test('every file that marks something with wake is among those read', () => {
  const marking = sources.filter((file) => /\bwake(: true|,| \})/.test(readFileSync(file, 'utf8')));
  const read = sources.filter((file) => readFileSync(file, 'utf8').search(WAKING_LINE) >= 0);
  const others = [
    'platform/contract/errors.ts',
    'platform/server/alerts/alerts.ts',
    'platform/server/log.ts',
  ];
  expect(marking.filter((file) => !read.includes(file) && !others.includes(file))).toEqual([]);
});

test('the rules of Prometheus use metrics that exist', () => {
  const rules = readFileSync('ops/prometheus/kemas.rules.yml', 'utf8');
  const used = new Set([...rules.matchAll(/kemas_\w+/g)].map(([name]) => name.replace(/_bucket$/, '')));
  const code = sources.map((file) => readFileSync(file, 'utf8')).join('\n');
  const unknown = [...used].filter(
    (name) => !code.includes(`'${name}'`) && !code.includes(name.replace('kemas_', '')),
  );
  expect(unknown).toEqual([]);
});
