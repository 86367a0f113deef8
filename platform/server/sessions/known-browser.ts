import type { Role } from '../../kernel/actor.ts';
import type { Context, Services } from '../context.ts';
import { isSameSecret } from '../keys.ts';

/** An account of any role. */
interface Account {
  readonly role: Role;
  readonly id: string;
}

/** Renewed with every sign-in: signing in twice a year is enough to stay known. */
export const KNOWN_BROWSER_LIFE = Temporal.Duration.from({ hours: 180 * 24 });

/**
 * The cookie of a browser that has been signed in to an account: `browserId.seconds.mac`. It grants no access. It shows
 * that a sign-in attempt comes from the account's own browser, which has separate limits that strangers cannot use up.
 * A browser that is already known keeps its id.
 */
export function newKnownBrowser(services: Services, account: Account, sent: readonly string[]): string {
  const browserID = readKnownBrowser(services, account, sent) ?? services.newID();
  const issued = String(Math.floor(services.clock.now().epochMilliseconds / 1000));
  return [browserID, issued, macOf(services.keys, account, { browserID, issued })].join('.');
}

/** The id of this browser if it has been signed in to this account within 180 days; otherwise null. */
export function knownBrowserID(ctx: Context, account: Account): string | null {
  return readKnownBrowser(ctx, account, ctx.knownBrowsers ?? []);
}

function readKnownBrowser(
  { keys, clock }: Services,
  account: Account,
  sent: readonly string[],
): string | null {
  for (const cookie of sent) {
    const [browserID = '', issued = '', mac = ''] = cookie.split('.');
    if (!isSameSecret(mac, macOf(keys, account, { browserID, issued }))) continue;
    const signedInAt = Temporal.Instant.fromEpochMilliseconds(Number(issued) * 1000);
    const ends = signedInAt.add(KNOWN_BROWSER_LIFE);
    return Temporal.Instant.compare(clock.now(), ends) < 0 ? browserID : null;
  }
  return null;
}

function macOf(
  keys: Services['keys'],
  { role, id }: Account,
  { browserID, issued }: { readonly browserID: string; readonly issued: string },
): string {
  return keys.mac('known-browser', [role, id, browserID, issued].join('|'));
}
