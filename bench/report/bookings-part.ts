import { failuresOf } from '../load/load.ts';
import { milliseconds, table, verdict } from './markdown.ts';
import type { MixedLoadResult, RaceResult, Results, SingleResult, ThroughputResult } from './results.ts';

/** What many requests at once come to. */
export function bookingTables(results: Results): string[] {
  return [
    throughputPart(results.throughput),
    mixedLoadPart(results.mixedLoad),
    racePart(results.races),
    singlePart('Payments', COMMITS_NOTE, results.commits),
    singlePart('Screens', SCREENS_NOTE, results.screens),
    singlePart('Memory', MEMORY_NOTE, results.memory),
  ];
}

const COMMITS_NOTE =
  'Commits of held jobs, 16 at a time, with the twin of Stripe and the worker in the same process: until the last reply, and until all tasks that were announced are done.';
const SCREENS_NOTE =
  'The office in a browser, on the built app: from the last key or the click to new rows painted, the pause in typing (100 ms) included.';
const MEMORY_NOTE = 'Resident memory of one process; the most that was met under each load.';

function throughputPart(results: readonly ThroughputResult[]): string {
  if (results.length === 0) return '';
  const rows = results.map(({ name, size, kemas, floor, ratio, goal }) => [
    `${name}, ${size}`,
    kemas.perSecond.toFixed(0),
    floor.perSecond.toFixed(0),
    ratio.toFixed(2),
    goal,
    verdict(ratio >= goal),
    `${kemas.cpu.toFixed(2)} / ${floor.cpu.toFixed(2)}`,
  ]);
  return `## Requests a second against the floor

The floor is \`bench/servers/floor.ts\`: the same replies by hand, on \`node:http\` and \`pg\` alone, statements prepared, no session checked.
16 at a time, rounds in alternation, medians; the ratio is the median of the rounds'. A booking with its payment is two requests, and
counts once it is paid; the floor keeps the books of it, tells nobody and writes no audit trail. Processor: ms that each process computes
for one, the database's share aside.

${table(['request', 'Kemas', 'floor', 'ratio', 'goal', '', 'processor, Kemas / floor'], rows)}`;
}

function mixedLoadPart(results: readonly MixedLoadResult[]): string {
  const [first] = results;
  if (first === undefined) return '';
  const rows = results.flatMap(({ size, all, kinds, statuses, goal, cpu }) => [
    [
      `**all, ${size}**`,
      all.requests,
      milliseconds(cpu),
      milliseconds(all.p50),
      milliseconds(all.p99),
      milliseconds(all.longest),
      failuresOf(statuses),
      verdict(all.p99 <= goal && failuresOf(statuses) === 0),
    ],
    ...kinds.map(({ kind, requests, p50, p99, longest }) => [
      `${kind}, ${size}`,
      requests,
      '',
      milliseconds(p50),
      milliseconds(p99),
      milliseconds(longest),
      '',
      '',
    ]),
  ]);
  return `## Mixed load

${first.perSecond} requests a second by the clock, whether replies came or not: 60 % reads, 5 % bookings, the rest free times, free cleaners,
searches and prices. Times in ms from when a request was due; “Kemas”: what its process
computed for one. Goal: p99 of all ${first.goal} ms, no failure.

${table(['kind', 'requests', 'Kemas', 'p50', 'p99', 'longest', 'failed', ''], rows)}`;
}

const LONGEST_RACE_MS = 2000;

function racePart(results: readonly RaceResult[]): string {
  if (results.length === 0) return '';
  const rows = results.map((result) => [
    `${result.name}, ${result.size}`,
    result.asked,
    result.statuses[201] ?? 0,
    result.statuses[409] ?? 0,
    failuresOf(result.statuses),
    milliseconds(result.longest),
    verdict(isFair(result)),
  ]);
  return `## Races

So many customers book the same time at the same moment. Goals: the last reply within ${LONGEST_RACE_MS} ms, no failure (503 above all), one
named cleaner is booked exactly once.

${table(['who is wanted', 'asked', 'booked', 'refused', 'failed', 'last reply, ms', ''], rows)}`;
}

function isFair({ booked, statuses, longest }: RaceResult): boolean {
  const isRight = booked === null || statuses[201] === booked;
  return isRight && failuresOf(statuses) === 0 && longest <= LONGEST_RACE_MS;
}

function singlePart(title: string, note: string, results: readonly SingleResult[]): string {
  if (results.length === 0) return '';
  const rows = results.map(({ name, size, value, unit, goal }) => [
    `${name}, ${size}`,
    `${value.toFixed(0)} ${unit}`,
    `${goal} ${unit}`,
    verdict(unit === '/s' ? value >= goal : value <= goal),
  ]);
  return `## ${title}\n\n${note}\n\n${table(['', 'measured', 'goal', ''], rows)}`;
}
