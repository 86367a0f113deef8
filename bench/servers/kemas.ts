/**
 * One process of Kemas as it runs for people, which also tells its parent which statements it has sent and how much
 * memory it holds. Environment as for `npm start`; DATABASE_URL names the database.
 */
import { flushCompileCache } from 'node:module';
import { startKemas } from '#apps/api/start-kemas.ts';
import { loadConfig } from '#platform/server/config.ts';
import { tellConditions } from './conditions.ts';

tellConditions();
const config = loadConfig(process.env);
const kemas = await startKemas({ config, databaseUrl: config.DATABASE_URL ?? '' });
flushCompileCache();
process.on('disconnect', () => void kemas.close().then(() => process.exit(0)));
process.send?.({ address: kemas.address });
