import { adminNames } from '#features/people/accounts/server/index.ts';
import { inboxRecord } from '#platform/server/inbox-record.ts';
import { requestFields } from '../contract.ts';

export const KIND = 'contact_request';

export const REQUEST = inboxRecord({ table: KIND, fields: requestFields, namesOf: adminNames });
