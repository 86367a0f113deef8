import type { Role } from '../../kernel/actor.ts';
import type { Context, Services } from '../context.ts';
import { isSameSecret } from '../keys.ts';

/** An account of whatever role. */
interface Account {
  readonly role: Role;
  readonly id: string;
}

/** Renewed with every sign-in: twice a year is often enough to stay known. */
export const KNOWN_BROWSER_LIFE = Temporal.Duration.from({ hours: 180 * 24 });

/**
 * The cookie of a browser that has been signed in to an account: `browserId.seconds.mac`. It opens nothing. It shows
 * that a try to sign in comes from the account's own browser, which has budgets that strangers cannot use up. A browser
 * that is known already keeps its id.
 */
export function newKnownBrowser(services: Services, account: Account, sent: string | undefined): string {
  const browserId = readKnownBrowser(services, account, sent) ?? services.newId();
  const issued = String(Math.floor(services.clock.now().epochMilliseconds / 1000));
  return [browserId, issued, macOf(services.keys, account, { browserId, issued })].join('.');
}

/** The id of this browser where it has been signed in to this account within 180 days; null otherwise. */
export function knownBrowserId(ctx: Context, account: Account): string | null {
  return readKnownBrowser(ctx, account, ctx.knownBrowsers?.[account.role]);
}

function readKnownBrowser({ keys, clock }: Services, account: Account, sent = ''): string | null {
  const [browserId = '', issued = '', mac = ''] = sent.split('.');
  if (!isSameSecret(mac, macOf(keys, account, { browserId, issued }))) return null;
  const signedInAt = Temporal.Instant.fromEpochMilliseconds(Number(issued) * 1000);
  return Temporal.Instant.compare(clock.now(), signedInAt.add(KNOWN_BROWSER_LIFE)) < 0 ? browserId : null;
}

function macOf(
  keys: Services['keys'],
  { role, id }: Account,
  { browserId, issued }: { readonly browserId: string; readonly issued: string },
): string {
  return keys.mac('known-browser', [role, id, browserId, issued].join('|'));
}
