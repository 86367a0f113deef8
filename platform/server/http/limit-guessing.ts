import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { idOf } from '../../kernel/actor.ts';
import { defineAction, may, OFFICE } from '../../kernel/policy.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Context } from '../context.ts';
import { type Throttled, throttle } from '../throttle.ts';

/** More different things that are not there than anybody comes upon in an hour, by old links or a client gone astray. */
export const MOST_UNKNOWN_THINGS = 300;
/** The office finds everything by lists: it has nothing to guess. */
const askForAnything = defineAction('ask for any number of unknown things', OFFICE);
const HOUR = Temporal.Duration.from({ hours: 1 });

/**
 * What a signed-in person is told of a thing that is not there, or not theirs: the same for both. Whoever asks for
 * many different ones is guessing ids: they are told to wait, and somebody is woken, once an hour.
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
    most: MOST_UNKNOWN_THINGS,
    per: HOUR,
    distinct: whatWasAskedFor(request),
  });
  if (refused === null) return outcome;
  if ((await throttle(ctx, { key: `${key}:told`, most: 1, per: HOUR })) === null)
    ctx.log.error({ wake: true, actor: ctx.actor, ip: ctx.ip }, 'somebody guesses ids');
  return refused;
}

/** Asking for one thing again, as a page that is left open does, is no guess. */
function whatWasAskedFor({ method, url, body }: FastifyRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null]))
    .digest('base64url');
}
