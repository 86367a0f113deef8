/**
 * `npm run reliability`: Kemas under load while its database is restarted, killed, locked and cut off; prints the table of
 * docs/reliability.md. Exits with 1 when a worker or the process died, or a code was lost or sent twice.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startOutageApp } from '#apps/serve/testing/outage-app.ts';
import { type OutagePostgres, startOutagePostgres } from '#platform/testing/outage-postgres.ts';

const VISITORS = 6;
const CODE_ARRIVES_MS = 90_000;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '4' } } });
const rounds = Number(values.rounds);
if (!(rounds >= 1)) throw new Error('--rounds takes a number from 1.');

type Outage = (database: OutagePostgres, round: number) => Promise<void>;
const OUTAGES: Readonly<Record<string, Outage>> = {
  'PostgreSQL restarts, 1 to 8 s away': (database, round) => database.restart(1000 + (round % 4) * 2300),
  'one backend is killed (kill -9)': (database) => database.killBackend(),
  'every connection is terminated': (database) => database.terminateAll(),
  'the disk is full for 5 s': async (database) => {
    if (database.fillDisk === null)
      throw new Error('Run it as root on Linux, so that it can mount a small disk.');
    await database.fillDisk(5000);
  },
  "the queue's table is locked for 5 s": (database) => database.lockTasks(5000),
  'the host falls silent, another takes over': async (database) => database.goSilent(true),
  'the host falls silent for 5 s': async (database) => {
    database.goSilent(false);
    await sleep(5000);
    database.comeBack();
  },
};

const HEADER = [
  '| outage | times | requests | 503 | other errors | slowest 503, s | codes lost | sent twice | dead workers | process exits | all delivered after, s (worst) |',
  '|---|---|---|---|---|---|---|---|---|---|---|',
];

const database = await startOutagePostgres();
const app = await startOutageApp(database.url);
const table = [...HEADER];
try {
  for (const [name, outage] of Object.entries(OUTAGES)) table.push(await rowOf(name, outage));
} finally {
  await app.stop();
  await database.stop();
}
console.log(table.join('\n'));

/** The outage in each round: sums, and the slowest of its times. */
async function rowOf(name: string, outage: Outage): Promise<string> {
  const trials: Trial[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const trial = await runTrial(outage, round);
    console.log(JSON.stringify({ name, ...trial }));
    trials.push(trial);
  }
  const sumOf = (key: keyof Trial) => trials.reduce((sum, trial) => sum + trial[key], 0);
  const worstOf = (key: keyof Trial) => Math.max(...trials.map((trial) => trial[key])).toFixed(1);
  const fatal = [sumOf('lost'), sumOf('twice'), sumOf('deadWorkers'), sumOf('exits')];
  if (fatal.some((count) => count > 0)) process.exitCode = 1;
  const requests = [sumOf('requests'), sumOf('refused'), sumOf('otherErrors')];
  const cells = [name, rounds, ...requests, worstOf('slowestRefusalS'), ...fatal, worstOf('recoveredS')];
  return `| ${cells.join(' | ')} |`;
}

type Trial = Awaited<ReturnType<typeof runTrial>>;

async function runTrial(outage: Outage, round: number) {
  const stop = new AbortController();
  const load = app.load(VISITORS, stop.signal);
  await sleep(1000);
  await outage(database, round);
  const back = performance.now();
  await sleep(2500);
  stop.abort();
  const asked = await load;
  const promised = asked.filter(({ status }) => status === 200); // the code must arrive
  const refused = asked.filter(({ status }) => status === 503);
  let lost = 0;
  for (const { mobile } of promised) if (!(await app.gotCode(mobile, CODE_ARRIVES_MS))) lost += 1;
  /** From the end of the outage until every promised code had arrived; at least the 2.5 s for which the load goes on. */
  const recoveredS = (performance.now() - back) / 1000;
  const next = await app.askForCode();
  const isWorkerAlive = await app.gotCode(next.mobile, CODE_ARRIVES_MS);
  return {
    requests: asked.length,
    refused: refused.length,
    otherErrors: asked.length - promised.length - refused.length,
    slowestRefusalS: Math.max(0, ...refused.map(({ ms }) => ms)) / 1000,
    lost,
    twice: promised.filter(({ mobile }) => app.textsTo(mobile) > 1).length,
    recoveredS,
    deadWorkers: isWorkerAlive ? 0 : 1,
    exits: app.isRunning() ? 0 : 1,
  };
}
