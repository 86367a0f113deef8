import { expect, it } from 'vitest';
import { compose, type Feature } from './feature.ts';

declare module './feature.ts' {
  interface Feature {
    readonly testThings?: Readonly<Record<string, number>>;
    readonly testList?: readonly string[];
  }
}

const none = async () => undefined;

it('merges records by name and concatenates lists, including the platform’s own', () => {
  const routes = () => undefined;
  const whole = compose([
    { name: 'low', routes, testThings: { one: 1 }, testList: ['a'], cronJobs: { tidy: none } },
    { name: 'high', testThings: { two: 2 }, testList: ['b', 'c'] },
  ]);
  expect(whole.testThings).toEqual({ one: 1, two: 2 });
  expect(whole.testList).toEqual(['a', 'b', 'c']);
  expect(whole.routes).toEqual([routes]);
  const audit = ['audit:seal', 'audit:purge', 'audit:check', 'audit:note-head'];
  const more = [...audit, 'dead-tasks:purge', 'live-events:purge', 'messages:release', 'messages:purge'];
  const own = ['idempotency-keys', 'throttles', ...more];
  expect(Object.keys(whole.cronJobs)).toEqual([...own, 'tidy']);
  expect(Object.keys(whole.tasks)).toEqual(['write-and-send', 'send-code']);
});

const low: Feature = { name: 'low', testThings: { one: 1 }, cronJobs: { tidy: none } };

it.each<readonly [string, Feature, string]>([
  [
    'a task',
    { name: 'high', tasks: { 'write-and-send': none } },
    'Both platform and high offer tasks write-and-send.',
  ],
  ['a cron job', { name: 'high', cronJobs: { tidy: none } }, 'Both low and high offer cronJobs tidy.'],
  [
    'an entry of a feature-defined record',
    { name: 'high', testThings: { one: 2 } },
    'Both low and high offer testThings one.',
  ],
  ['the same feature name', { name: 'low' }, 'Both low and low offer feature low.'],
])('does not start when two features offer %s', (_what, high, message) => {
  expect(() => compose([low, high])).toThrow(message);
});
