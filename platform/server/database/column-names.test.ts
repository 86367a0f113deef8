import { expect, it } from 'vitest';
import { columnOf, fieldOf, rowsAsJson } from './column-names.ts';

it.each([
  ['customer_id', 'customerID'],
  ['cleaner_ids', 'cleanerIDs'],
  ['address_line1', 'addressLine1'],
  ['card_last4', 'cardLast4'],
  ['token_sha256', 'tokenSha256'],
  ['stripe_pi_id', 'stripePiID'],
  ['idempotency_key', 'idempotencyKey'],
  ['id', 'id'],
  ['home_area', 'home_area'],
])('the column %s is the field %s', (column, field) => {
  expect(fieldOf(column)).toBe(field);
  expect(columnOf(field)).toBe(column);
});

it('names of tables stay', () => {
  expect(columnOf('job_crew')).toBe('job_crew');
});

it('rows for json_populate_recordset have the names of columns, and their JSON values stay as they are', () => {
  const rows = [{ customerID: '1', data: { jobID: '2' } }];
  expect(JSON.parse(rowsAsJson(rows))).toEqual([{ customer_id: '1', data: { jobID: '2' } }]);
});
