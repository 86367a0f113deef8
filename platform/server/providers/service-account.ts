import { z } from 'zod';

/** What of a service account's key file is used. `token_uri` is where it says that Google hands out tokens. */
const serviceAccount = z.object({
  client_email: z.email(),
  private_key: z.string().startsWith('-----BEGIN'),
  token_uri: z.url().optional(),
});
export type ServiceAccount = z.output<typeof serviceAccount>;

/** Reads the key file of a service account; null when it is none. */
export function readServiceAccount(json: string): ServiceAccount | null {
  try {
    return serviceAccount.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null; // no JSON: as wrong as any other text
  }
}
