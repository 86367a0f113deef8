import type { z } from 'zod';
import { readBusiness } from '#features/catalogue/settings/server/index.ts';
import { findOwnAccess } from '#features/people/accounts/server/index.ts';
import { instantToWire } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import { usesSandbox } from '#platform/server/config.ts';
import type { Context, ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import {
  type Examined,
  examine,
  examineProvider,
  type Finding as Found,
  sendTest,
} from '#platform/server/operations/examine.ts';
import { throttle } from '#platform/server/throttle.ts';
import type { Finding, testProvider as testCall } from '../contract.ts';

/** Each makes requests to other companies. */
const EXAMINED = { most: 30, per: Temporal.Duration.from({ minutes: 10 }) };
/** Text messages cost money. */
const TESTED = { most: 10, per: Temporal.Duration.from({ hours: 1 }) };

const examinedOf = ({ config, databaseUrl, providers, providerNames, breakers = [] }: Context): Examined => ({
  config,
  databaseUrl,
  providers,
  names: providerNames,
  breakers,
  sendTo: undefined,
});

/** What is configured and whether it answers: the same look as `npm run doctor`. */
export async function examineProviders(ctx: ContextOf<'admin'>) {
  const throttled = await throttle(ctx, { key: `examine:${ctx.actor.id}`, ...EXAMINED });
  if (throttled !== null) return throttled;
  const found = await examine(examinedOf(ctx));
  return { items: found.map((one) => toFinding(ctx, one)), isSandbox: usesSandbox(ctx.config) };
}

/** Tries one provider: sends a real message, or asks a real question. */
export async function testProvider(
  ctx: ContextOf<'admin'>,
  asked: z.output<typeof testCall.body>,
): Promise<Finding | Refusal<'no_own_email' | 'throttled' | 'unavailable'>> {
  const { email } = await findOwnAccess(ctx);
  if (asked.provider === 'mail' && email === '') return refuse('no_own_email');
  const throttled = await throttle(ctx, { key: `test-provider:${ctx.actor.id}`, ...TESTED });
  if (throttled !== null) return throttled;
  const found = await tryProvider(ctx, asked, email);
  const audited = await inTransaction(ctx, (tx) =>
    audit(tx, {
      action: 'provider.tested',
      subject: { kind: 'provider', id: null },
      after: { provider: asked.provider, state: found.state },
    }),
  );
  return isRefusal(audited) ? audited : toFinding(ctx, found);
}

async function tryProvider(
  ctx: Context,
  asked: z.output<typeof testCall.body>,
  ownEmail: string,
): Promise<Found> {
  if (asked.provider === 'payments') return examineProvider('payments', examinedOf(ctx));
  const { name } = await readBusiness(ctx);
  const to = asked.provider === 'mail' ? ownEmail : (asked.mobile ?? '');
  return sendTest(examinedOf(ctx), { provider: asked.provider, to, business: name });
}

function toFinding({ config }: Context, { failingSince, ...found }: Found): Finding {
  const since = failingSince === null ? null : instantToWire(failingSince, config.BUSINESS_TZ);
  return { ...found, failingSince: since };
}
