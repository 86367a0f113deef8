import { z } from 'zod';

/** The fields used of a service account's key file. `token_uri` is Google's token endpoint. */
const serviceAccount = z.object({
  client_email: z.email(),
  private_key: z.string().startsWith('-----BEGIN'),
  token_uri: z.url().optional(),
});
export type ServiceAccount = z.output<typeof serviceAccount>;

/** Parses the key file of a service account; null if it is invalid. */
export function readServiceAccount(json: string): ServiceAccount | null {
  try {
    return serviceAccount.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null; // not JSON: as invalid as any other text
  }
}
