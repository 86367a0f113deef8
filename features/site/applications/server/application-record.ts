import { adminNames } from '#features/people/accounts/server/index.ts';
import { inboxRecord } from '#platform/server/inbox-record.ts';
import { applicationFields } from '../contract.ts';

export const KIND = 'application';

export const APPLICATION = inboxRecord({
  table: KIND,
  fields: applicationFields,
  serverOnly: ['cleanerID'],
  namesOf: adminNames,
});
