import pg from 'pg';
import { expect, it } from 'vitest';
import { isDatabaseBusy, isStatementTimeout, wasNeverSent } from './database-busy.ts';

function databaseError(code: string): Error {
  return Object.assign(new pg.DatabaseError('refused', 7, 'error'), { code });
}

it.each([
  ['the server shuts down', '57P01'],
  ['PgBouncer has no server connection', '08P01'],
  ['the connection failed', '08006'],
  ['the server has become a replica', '25006'],
  ['the replica needed the rows that a statement was reading', '40001'],
])('a statement may succeed later: %s', (_, code) => {
  expect(isDatabaseBusy(databaseError(code))).toBe(true);
});

it.each([
  ['a constraint is violated', '23505'],
  ['a column does not exist', '42703'],
])('a statement fails for good: %s', (_, code) => {
  expect(isDatabaseBusy(databaseError(code))).toBe(false);
});

it('a statement was never sent if there was no connection', () => {
  expect(wasNeverSent(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))).toBe(true);
  expect(wasNeverSent(new Error('timeout exceeded when trying to connect'))).toBe(true);
  expect(wasNeverSent(Object.assign(new Error('read'), { code: 'ECONNRESET' }))).toBe(false);
  expect(wasNeverSent(new Error('Connection terminated unexpectedly'))).toBe(false);
});

it('a statement that took too long is told from a busy server', () => {
  expect(isStatementTimeout(databaseError('57014'))).toBe(true);
  expect(isStatementTimeout(databaseError('40001'))).toBe(false);
});
