import { z } from 'zod';
import { pick } from '#platform/contract/errors.ts';
import { accountErrors } from './errors.ts';

/** A code sent to the account's own number, for a session that is too old to prove who is using it. */
export const freshCode = z.union([z.string().max(30), z.int()]);

export const freshCodeErrors = pick(accountErrors, 'fresh_code_needed', 'otp_wrong', 'otp_expired');
