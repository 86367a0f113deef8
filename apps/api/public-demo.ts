/**
 * DEMO=public: strangers try Kemas. They sign in by a button, as one of three people whom they share; nobody can change how
 * these sign in, publish texts or pictures, or read what other visitors' browsers tell. docs/deployment.md, "A public demo"
 */
import { DEMO_PEOPLE } from '#apps/demo/sign-ins.ts';
import { signInToDemo } from '#features/people/accounts/contract.ts';
import { findAdminByIdentity, officeRoleOf, sessionOfAdmin } from '#features/people/accounts/server/index.ts';
import { openCleanerSession } from '#features/people/cleaners/server/index.ts';
import { findByMobile, sessionOfCustomer } from '#features/people/customers/server/index.ts';
import type { CallDefinition } from '#platform/contract/call.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { clientRules } from '#platform/server/client-network.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { openSession } from '#platform/server/sessions/sessions.ts';
import { throttleAll } from '#platform/server/throttle.ts';

/**
 * What may be changed, by path: a call that is added later is closed until it is listed here. Not here, among others:
 * everything that signs people in or names a way to reach them, settings, texts and pictures of the public site, reviews,
 * API keys, webhooks, calendar feeds, imports, exports, uploads and the clock.
 */
const OPEN: readonly RegExp[] = [
  /^\/sandbox\/(?:sign-in|card-tokens|challenges\/:\w+)$/,
  // Signed by the fakes.
  /^\/webhooks\/(?:stripe|twilio)$/,
  /^\/signout$/,
  /^\/packages(?:\/|$)/,
  /^\/promocodes(?:\/|$)/,
  /^\/checklists(?:\/|$)/,
  /^\/holidays(?:\/|$)/,
  /^\/customers\/(?:checkpromocode|createjob|updatecredit|updateCreditCard|sendcreditList|receivedcreditList)$/,
  /^\/customers\/(?:chargeCreditCard|confirmJobAdmin|:id\/notes(?:\/.+)?)$/,
  /^\/customers-addresses(?:\/|$)/,
  /^\/jobs(?!\/:id\/(?:photos|addreview|review-visibility))(?:\/|$)/,
  /^\/job_checklists\//,
  /^\/series\//,
  /^\/absences(?:\/|$)/,
  /^\/time-off-requests(?:\/|$)/,
  /^\/cleaners\/(?::id\/time-off|block-booking)(?:\/|$)/,
  /^\/(?:cover|dispatch|waiting-list|visit-choice)(?:\/|$)/,
  /^\/overview\/needs\/put-off$/,
  /^\/list-views(?:\/|$)/,
  /^\/messages\/(?:language|:id\/(?:drop|resend))$/,
  /^\/pay\//,
  /^\/payments\/alarms\//,
  /^\/transactions(?:\/|$)/,
];

/** Lists with the network addresses of other visitors, or with secrets; what the server is. */
const CLOSED_READS: readonly RegExp[] = [
  /^\/(?:sessions|audit|logsignup|api-keys|webhook-\w+|calendar\/feed|archive-exports|imports|providers)(?:\/|$)/,
  /^\/admins\/(?:signin-attempts|totp)$/,
];

export function isOpenInPublicDemo({ method, path }: Pick<CallDefinition, 'method' | 'path'>): boolean {
  const matches = (patterns: readonly RegExp[]) => patterns.some((pattern) => pattern.test(path));
  return method === 'GET' ? !matches(CLOSED_READS) : matches(OPEN);
}

const CLOSED = {
  detail:
    'This is switched off in the public demo. Install Kemas to try it: the sign-in pages here have buttons.',
};
/** A person at the keyboard stays far below. */
const CHANGES = { most: 150, per: Temporal.Duration.from({ minutes: 10 }) };

export async function guardPublicDemo(call: CallDefinition, ctx: Context): Promise<Refusal | null> {
  if (!isOpenInPublicDemo(call)) return refuse('forbidden', CLOSED);
  if (call.method === 'GET' || call.rawBody) return null;
  return throttleAll(ctx, clientRules('public-demo', CHANGES, ctx));
}

export function publicDemoRoutes(api: Api): void {
  handle(api, signInToDemo, async ({ ctx, body, browser, bindSession }) => {
    const opened = await inTransaction(ctx, (tx) => openDemoSession(tx, body.as, browser));
    if (isRefusal(opened)) return opened;
    if (opened === null) return refuse('unavailable');
    bindSession(opened.session);
    return opened.reply;
  });
}

/** Null if the person is gone. */
async function openDemoSession(tx: Tx, as: keyof typeof DEMO_PEOPLE, browser: boolean) {
  const open = { browser, staySignedIn: false } as const;
  if (as === 'cleaner') return openCleanerSession(tx, { mobile: DEMO_PEOPLE.cleaner, ...open });
  if (as === 'customer') {
    const customer = await findByMobile(tx, DEMO_PEOPLE.customer);
    if (customer === null) return null;
    const session = await openSession(tx, { role: 'customer', accountID: customer.id, ...open });
    return { session, reply: sessionOfCustomer(customer, session.jwt) };
  }
  const admin = await findAdminByIdentity(tx, DEMO_PEOPLE.admin);
  if (admin === undefined) return null;
  const officeRole = officeRoleOf(admin);
  const session = await openSession(tx, { role: 'admin', accountID: admin.id, officeRole, ...open });
  return { session, reply: sessionOfAdmin(admin, session.jwt) };
}
