/**
 * `npm run reliability`: a running Kemas under load while its database is restarted, killed, locked and cut off, again and
 * again; writes docs/reliability.md. Ends with 1 when a worker died, the process ended, or a code was lost or sent twice.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Asked, type OutageApp, startOutageApp } from '#apps/serve/testing/outage-app.ts';
import { type OutagePostgres, startOutagePostgres } from '#platform/testing/outage-postgres.ts';
import { reliabilityPage, type Trial } from './page.ts';

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
writeFileSync(path.join(import.meta.dirname, '../../docs/reliability.md'), reliabilityPage(trials));
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
