/**
 * `npm run reliability`: Kemas under load while its database is restarted, killed, locked and cut off; prints the table of
 * docs/reliability.md. Exits with 1 when a worker or the process died, or a code was lost or sent twice.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Asked, type OutageApp, startOutageApp } from '#apps/serve/testing/outage-app.ts';
import { type OutagePostgres, startOutagePostgres } from '#platform/testing/outage-postgres.ts';

const VISITORS = 6;
const CODE_ARRIVES_MS = 90_000;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '4' } } });
const rounds = Number(values.rounds);
if (!(rounds >= 1)) throw new Error('--rounds takes a number from 1.');

/** One outage under load. */
interface Trial {
  readonly name: string;
  readonly asked: number;
  /** Answered with 200: the code must arrive. */
  readonly promised: number;
  /** Answered with 503 and Retry-After. */
  readonly refused: number;
  readonly otherErrors: number;
  readonly slowestRefusalS: number;
  /** Promised codes that never reached the gateway. */
  readonly lost: number;
  readonly twice: number;
  /** From the end of the outage until every promised code had arrived; at least the 2.5 s for which the load goes on. */
  readonly recoveredS: number;
  readonly isWorkerAlive: boolean;
  readonly isRunning: boolean;
}

type Outage = (database: OutagePostgres, round: number) => Promise<void>;
const OUTAGES: Readonly<Record<string, Outage>> = {
  'PostgreSQL restarts, 1 to 8 s away': (database, round) => database.restart(1000 + (round % 4) * 2300),
  'one backend is killed (kill -9)': (database) => database.killBackend(),
  'every connection is terminated': (database) => database.terminateAll(),
  "the queue's table is locked for 5 s": (database) => database.lockTasks(5000),
  'the host falls silent, another takes over': async (database) => database.goSilent(true),
  'the host falls silent for 5 s': async (database) => {
    database.goSilent(false);
    await sleep(5000);
    database.comeBack();
  },
};

const database = await startOutagePostgres();
const app = await startOutageApp(database.url);
const trials: Trial[] = [];
try {
  for (let round = 0; round < rounds; round += 1)
    for (const [name, outage] of Object.entries(OUTAGES)) {
      const trial = await runTrial({ database, app, name, outage, round });
      trials.push(trial);
      console.log(JSON.stringify(trial));
    }
} finally {
  await app.stop();
  await database.stop();
}
console.log(tableOf(trials));
const isGood = ({ lost, twice, isWorkerAlive, isRunning }: Trial) =>
  lost === 0 && twice === 0 && isWorkerAlive && isRunning;
process.exitCode = trials.every(isGood) ? 0 : 1;

async function runTrial(of: {
  database: OutagePostgres;
  app: OutageApp;
  name: string;
  outage: Outage;
  round: number;
}): Promise<Trial> {
  const stop = new AbortController();
  const load = of.app.load(VISITORS, stop.signal);
  await sleep(1000);
  await of.outage(of.database, of.round);
  const back = performance.now();
  await sleep(2500);
  stop.abort();
  const asked = await load;
  const promised = asked.filter(({ status }) => status === 200);
  let lost = 0;
  for (const { mobile } of promised) if (!(await of.app.gotCode(mobile, CODE_ARRIVES_MS))) lost += 1;
  const recoveredS = (performance.now() - back) / 1000;
  const next = await of.app.askForCode();
  return {
    name: of.name,
    asked: asked.length,
    promised: promised.length,
    refused: asked.filter(({ status }) => status === 503).length,
    otherErrors: asked.filter(({ status }) => status !== 200 && status !== 503).length,
    slowestRefusalS: slowest(asked.filter(({ status }) => status === 503)),
    lost,
    twice: promised.filter(({ mobile }) => of.app.textsTo(mobile) > 1).length,
    recoveredS,
    isWorkerAlive: await of.app.gotCode(next.mobile, CODE_ARRIVES_MS),
    isRunning: of.app.isRunning(),
  };
}

function slowest(asked: readonly Asked[]): number {
  return Math.max(0, ...asked.map(({ ms }) => ms)) / 1000;
}

function tableOf(all: readonly Trial[]): string {
  const rows = [...Map.groupBy(all, ({ name }) => name)].map(([name, some]) => rowOf(name, some));
  return [
    '| outage | times | requests | 503 | other errors | slowest 503, s | codes lost | sent twice | dead workers | process exits | all delivered after, s (worst) |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function rowOf(name: string, some: readonly Trial[]): string {
  const sum = (figure: (trial: Trial) => number) => some.reduce((total, trial) => total + figure(trial), 0);
  const worst = (figure: (trial: Trial) => number) => Math.max(...some.map(figure)).toFixed(1);
  const cells = [
    name,
    some.length,
    sum(({ asked }) => asked),
    sum(({ refused }) => refused),
    sum(({ otherErrors }) => otherErrors),
    worst(({ slowestRefusalS }) => slowestRefusalS),
    sum(({ lost }) => lost),
    sum(({ twice }) => twice),
    some.filter(({ isWorkerAlive }) => !isWorkerAlive).length,
    some.filter(({ isRunning }) => !isRunning).length,
    worst(({ recoveredS }) => recoveredS),
  ];
  return `| ${cells.join(' | ')} |`;
}
