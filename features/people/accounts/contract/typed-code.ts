import { z } from 'zod';

/** A code from an authenticator app or a recovery code: one field accepts both. */
export const typedCode = z.union([z.string().max(40), z.int().min(0).max(999_999)]);
