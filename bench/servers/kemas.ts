/**
 * One process of Kemas as it runs for people, which also tells its parent which statements it has sent and how much
 * memory it holds. Environment as for `npm start`; DATABASE_URL names the database.
 */
import { startKemas } from '#apps/api/start-kemas.ts';
import { settle } from '#apps/serve/tuned.ts';
import { loadConfig } from '#platform/server/config.ts';
import { runSweeps } from '#platform/server/cron-jobs.ts';
import { tellConditions } from './conditions.ts';

tellConditions();
const config = loadConfig(process.env);
const kemas = await startKemas({ config, databaseUrl: config.DATABASE_URL ?? '' });
settle();
process.on('message', (word) => {
  if (word === 'sweep') void sweep().then((times) => process.send?.(times));
});
process.on('disconnect', () => void kemas.close().then(() => process.exit(0)));
process.send?.({ address: kemas.address });

/** How long each sweep takes, ms. The one that checks the books does it once a day, and is measured by itself. */
async function sweep(): Promise<Record<string, number>> {
  const times: Record<string, number> = {};
  const { services } = kemas;
  for (const [name, one] of Object.entries(services.composed.sweeps)) {
    if (name === 'ledger:check') continue;
    const began = performance.now();
    await runSweeps(services, { [name]: one });
    times[name] = performance.now() - began;
  }
  return times;
}
