import { randomInt } from 'node:crypto';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { clientRules } from '#platform/server/client-network.ts';
import type { Context } from '#platform/server/context.ts';
import type { Api } from '#platform/server/http/api.ts';
import { originOf } from '#platform/server/origin.ts';
import { contextFor } from '#platform/server/tasks.ts';
import { peekAll, type Throttled, throttleAll } from '#platform/server/throttle.ts';

/** Letters and figures that are not mistaken for each other: 31^7 codes, in lower case. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 7;
const CODE = new RegExp(`^[${LETTERS}]{${LENGTH}}$`);
/** A link to a page with a longer path is shortened; `/cleaner/signin` is easy to read. */
const READABLE = 24;
/** Longer than any message can be acted on: visits are booked 60 days ahead. */
const VALID = Temporal.Duration.from({ hours: 90 * 24 });
/** Unknown codes from one address, more than anyone mistypes. */
const GUESSES = { most: 30, per: Temporal.Duration.from({ hours: 1 }) };
/** Not a page: the app says that the link may be old, and where to go from there. */
const UNKNOWN = '/p';
/** The link itself may be valid, so it does not say that it is old. */
const TOO_MANY = `Too many links that do not exist were opened from your network. Your link may still be valid: try it again in an hour.
您的网络打开了太多不存在的链接。您的链接可能仍然有效，请一小时后再试。
`;

/**
 * The text of an SMS with short links to our own pages: `https://kemas.example/p/k3m9xwt`. The code stands for the whole
 * address with its secret, so it must not be kept in the message log either.
 */
export async function shortenLinks(ctx: Context, text: string): Promise<string> {
  const site = originOf(ctx.config);
  const links = (text.match(/https?:\/\/[^\s，。；）]+/g) ?? []).filter(
    (link) => link.startsWith(`${site}/`) && link.length > site.length + READABLE,
  );
  let short = text;
  for (const link of new Set(links)) short = short.replaceAll(link, `${site}/p/${await saveLink(ctx, link)}`);
  return short;
}

async function saveLink({ db, keys, clock }: Context, target: string): Promise<string> {
  const code = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  const now = clock.now();
  await db
    .insertInto('short_link')
    .values({
      code,
      target: keys.seal('short-link', target, code),
      createdAt: now.toString(),
      expiresAt: now.add(VALID).toString(),
    })
    .execute();
  return code;
}

/** Where a short link leads; null if it is unknown or expired. Throttled if its reader has tried too many unknown ones. */
async function findTarget(ctx: Context, code: string): Promise<string | null | Throttled> {
  const guesses = clientRules('short-links', GUESSES, ctx);
  const throttled = await peekAll(ctx, guesses);
  if (throttled !== null) return throttled;
  const row = CODE.test(code) ? await readLink(ctx, code) : undefined;
  const isValid =
    row !== undefined && Temporal.Instant.compare(readDatabaseTime(row.expiresAt), ctx.clock.now()) > 0;
  const target = isValid ? ctx.keys.open('short-link', row.target, code) : null;
  if (target === null) await throttleAll(ctx, guesses);
  return target;
}

function readLink({ db }: Context, code: string) {
  return db
    .selectFrom('short_link')
    .select(['target', 'expiresAt'])
    .where('code', '=', code)
    .executeTakeFirst();
}

/** `GET /p/:code` only redirects: previews of links in messengers open it too. */
export function serveShortLinks({ fastify, services }: Api): void {
  fastify.get('/p/:code', async (request, reply) => {
    const { code } = request.params as { readonly code: string };
    const ctx = { ...contextFor(services, request.id), ip: request.ip };
    const target = await findTarget(ctx, code.toLowerCase());
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    if (!isRefusal(target)) return reply.redirect(target ?? UNKNOWN, 302);
    return reply
      .code(429)
      .header('retry-after', String(target.extensions?.retryAfter ?? 3600))
      .type('text/plain; charset=utf-8')
      .send(TOO_MANY);
  });
}

/** Cron job. */
export async function purgeShortLinks({ db, clock }: Context): Promise<void> {
  await db.deleteFrom('short_link').where('expiresAt', '<', clock.now().toString()).execute();
}
