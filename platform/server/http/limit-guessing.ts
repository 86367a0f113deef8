import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { idOf } from '../../kernel/actor.ts';
import { defineAction, may, OFFICE } from '../../kernel/policy.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Context } from '../context.ts';
import { type Throttled, throttle } from '../throttle.ts';

/** More unknown ids than anyone requests in an hour through old links or a faulty client. */
export const MAX_UNKNOWN_THINGS = 300;
/** The office sees everything in lists, so it has nothing to guess. */
const askForAnything = defineAction('ask for any number of unknown things', OFFICE);
const HOUR = Temporal.Duration.from({ hours: 1 });

/**
 * A signed-in person gets the same 404 for a resource that does not exist and for someone else's. Many different ones
 * mean that ids are being guessed: the caller is rate limited, and an alert is logged once an hour.
 */
export async function limitGuessing<T>(
  ctx: Context,
  request: FastifyRequest,
  outcome: T,
): Promise<T | Throttled> {
  const who = idOf(ctx.actor);
  if (!isRefusal(outcome) || outcome.refusal !== 'not_found') return outcome;
  if (who === null || may(ctx.actor, askForAnything)) return outcome;
  const key = `unknown-things:${who}`;
  const refused = await throttle(ctx, {
    key,
    most: MAX_UNKNOWN_THINGS,
    per: HOUR,
    distinct: whatWasAskedFor(request),
  });
  if (refused === null) return outcome;
  if ((await throttle(ctx, { key: `${key}:told`, most: 1, per: HOUR })) === null)
    ctx.log.error(
      { wake: true, actor: ctx.actor, ip: ctx.ip },
      'possible id guessing: too many unknown resources requested',
    );
  return refused;
}

/** Requesting the same resource again, as an open page does, does not count as guessing. */
function whatWasAskedFor({ method, url, body }: FastifyRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null]))
    .digest('base64url');
}
