import {
  answerChallenge,
  makeCardToken,
  moveSandboxClock,
  sandboxClock,
  sandboxMessages,
} from '../../contract/sandbox-calls.ts';
import { readInstant, wireTime } from '../../kernel/business-time.ts';
import { readMobile } from '../../kernel/mobile.ts';
import { refuse } from '../../kernel/refusal.ts';
import type { MovableClock } from '../clock.ts';
import type { Services } from '../context.ts';
import type { Db } from '../database/database.ts';
import type { Api, RegisterRoutes } from '../http/api.ts';
import { handle } from '../http/handle.ts';
import type { CronJobs } from '../run-cron-jobs.ts';
import { clockReply, moveClock } from './sandbox-clock.ts';
import type { FakeStripe } from './stripe/fake-stripe.ts';
import { issueToken } from './stripe/issue-token.ts';
import { testCardByNumber } from './stripe/test-cards.ts';

export interface SandboxParts {
  readonly clock: MovableClock;
  /** Run after each move of the clock. */
  readonly cronJobs: CronJobs;
  /** Absent if Stripe is elsewhere (STRIPE_API_URL): challenges cannot be answered here. */
  readonly fake?: FakeStripe;
}

/** The sandbox's routes. Register them only if usesSandbox(config). */
export function sandboxRoutes(parts: SandboxParts): RegisterRoutes {
  return (api) => {
    registerClock(api, parts);
    registerCards(api, parts);
    handle(api, sandboxMessages, async ({ ctx, query }) => ({ items: await readMessages(ctx.db, query) }));
  };
}

function registerClock(api: Api, { clock, cronJobs }: SandboxParts): void {
  const { services } = api;
  handle(api, sandboxClock, () => clockReply(services, clock));
  handle(api, moveSandboxClock, async ({ body }) => {
    await moveClock(services, clock, { offsetMs: wantedOffset(services, clock, body), cronJobs });
    return clockReply(services, clock);
  });
}

function registerCards(api: Api, { fake }: SandboxParts): void {
  handle(api, makeCardToken, async ({ ctx, body }) => {
    const card = testCardByNumber(body.number.replace(/\D/g, ''));
    if (card === null) return refuse('not_a_test_card');
    const thisMonth = ctx.clock.now().toZonedDateTimeISO(ctx.config.BUSINESS_TZ);
    if (body.expiryYear * 12 + body.expiryMonth < thisMonth.year * 12 + thisMonth.month)
      return refuse('card_expired');
    return {
      token: await issueToken(ctx.db, { card, expMonth: body.expiryMonth, expYear: body.expiryYear }),
    };
  });
  handle(api, answerChallenge, async ({ params, body }) => {
    const answered = await fake?.answerChallenge(params.paymentIntentID, body.outcome === 'succeed');
    return answered ? { ok: true as const } : refuse('no_challenge');
  });
}

type Move = { advance: number } | { now: string } | { reset: true };

function wantedOffset(services: Services, clock: MovableClock, move: Move): number {
  if ('reset' in move) return 0;
  if ('advance' in move) return clock.offset() + move.advance * 1000;
  const target = readInstant(move.now, services.config.BUSINESS_TZ);
  if (target === null) throw new Error('The contract allows only valid times.');
  return clock.offset() + target.epochMilliseconds - clock.now().epochMilliseconds;
}

async function readMessages(db: Db, query: { to?: string | undefined; size: number }) {
  let rows = db.selectFrom('sandbox.message').selectAll();
  if (query.to) rows = rows.where('recipient', '=', readMobile(query.to) ?? query.to.toLowerCase());
  const found = await rows.orderBy('sentAt', 'desc').orderBy('id', 'desc').limit(query.size).execute();
  return found.map((row) => ({
    id: row.id,
    channel: row.channel === 'sms' ? ('sms' as const) : ('email' as const),
    to: row.recipient,
    ...(row.subject === null ? {} : { subject: row.subject }),
    body: row.body,
    sentAt: wireTime(row.sentAt),
  }));
}
