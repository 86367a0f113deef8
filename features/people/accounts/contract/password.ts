import { z } from 'zod';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../texts/credential-messages.ts';

/** A new password. Trimmed, because sign-in trims its input. */
export const password = z
  .string()
  .trim()
  .min(SHORTEST_PASSWORD, { error: `Use at least ${SHORTEST_PASSWORD} characters.` })
  .max(LONGEST_PASSWORD, { error: `Use at most ${LONGEST_PASSWORD} characters.` });

/** The password of a new admin. Empty: they choose one by the link that they are e-mailed. */
export const initialPassword = z.union([z.literal(''), password]).default('');
