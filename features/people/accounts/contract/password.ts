import { z } from 'zod';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../rules/credential-messages.ts';

/** A new password. Trimmed, because sign-in trims its input. */
export const password = z
  .string()
  .trim()
  .min(SHORTEST_PASSWORD, { error: `Use at least ${SHORTEST_PASSWORD} characters.` })
  .max(LONGEST_PASSWORD, { error: `Use at most ${LONGEST_PASSWORD} characters.` });
