/**
 * One process of Kemas as it runs for people, which also tells its parent how many statements it has sent and how much
 * memory it holds. Environment as for `npm start`; DATABASE_URL names the database.
 */
import pg from 'pg';
import { startKemas } from '#apps/api/start-kemas.ts';
import { loadConfig } from '#platform/server/config.ts';

let statements = 0;
const prototype = pg.Client.prototype as unknown as { query: (...all: unknown[]) => unknown };
const { query } = prototype;
prototype.query = function count(this: unknown, ...all: unknown[]) {
  statements += 1;
  return query.apply(this, all);
};

const config = loadConfig(process.env);
const kemas = await startKemas({ config, databaseUrl: config.DATABASE_URL ?? '' });
process.on('message', () => process.send?.({ statements, rss: process.memoryUsage.rss() }));
process.on('disconnect', () => void kemas.close().then(() => process.exit(0)));
process.send?.({ address: kemas.address });
