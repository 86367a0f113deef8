/**
 * `npm run client`: writes a typed client of the API to dist/client, as an npm package without dependencies. Its calls
 * and types are generated from the contract, so they cannot differ from the server; docs/integrators.md shows its use.
 */
import path from 'node:path';
import { buildClient } from './client/build.ts';

const folder = path.resolve(import.meta.dirname, '../dist/client');
const { calls } = await buildClient(folder);
console.log(
  `${calls} calls in ${path.relative(process.cwd(), folder)}. Pack it with: npm pack ./dist/client`,
);
