import { z } from 'zod';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../rules/credential-messages.ts';

const TOO_SHORT = `Use at least ${SHORTEST_PASSWORD} characters.`;
const TOO_LONG = `Use at most ${LONGEST_PASSWORD} characters.`;

/** A new password. Trimmed, because sign-in trims its input. */
export const password = z
  .string()
  .trim()
  .min(SHORTEST_PASSWORD, { error: TOO_SHORT })
  .max(LONGEST_PASSWORD, { error: TOO_LONG });

/** The password of a new admin. Empty: they choose one by the link that they are e-mailed. */
export const initialPassword = z
  .string()
  .trim()
  .max(LONGEST_PASSWORD, { error: TOO_LONG })
  .refine((typed) => typed === '' || typed.length >= SHORTEST_PASSWORD, { error: TOO_SHORT })
  .default('');
