import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { fileNameOf } from '#features/catalogue/settings/rules/brand-name.ts';
import { readContact } from '#features/catalogue/settings/server/index.ts';
import { translationsFor } from '#features/messages/messages/server/index.ts';
import { seeJob } from '#features/work/jobs/rules/policy.ts';
import { jobRows, toBookingReply } from '#features/work/jobs/server/index.ts';
import { anyone } from '#platform/kernel/actor.ts';
import type { CalendarEvent } from '#platform/kernel/calendar-event.ts';
import { ownIDFor, reachOf } from '#platform/kernel/policy.ts';
import { writeCalendarFile } from '#platform/server/calendar-file.ts';
import { clientRules } from '#platform/server/client-network.ts';
import type { Context } from '#platform/server/context.ts';
import type { Api } from '#platform/server/http/api.ts';
import { logIfDenied } from '#platform/server/http/log-denied.ts';
import { problemOf, sendProblem } from '#platform/server/http/problems.ts';
import { throttleAll } from '#platform/server/throttle.ts';
import {
  FEED_WINDOWS,
  type FeedJob,
  type FeedSite,
  feedEvent,
  isInFeed,
  MAX_EVENTS,
  type Reader,
} from '../rules/feed-events.ts';
import { findFeed, type LiveFeed, noteRead } from './feeds.ts';

/** How often programs are asked to read a feed. */
const REFRESH_SECONDS = 3600;
const AN_HOUR = Temporal.Duration.from({ hours: 1 });
/** Enough for a person with five devices that poll every five minutes. */
const MAX_READS = 120;
/** Wrong secrets from one IP address: enough for an old link on a few devices, too few for a search. */
const MAX_MISSES = 60;

/**
 * Serves feeds to anyone with the secret URL, as calendar programs send no session. Under /ical, and under the API's
 * base path like the other routes.
 */
export function serveFeeds({ fastify, services }: Api): void {
  const answer = (request: FastifyRequest, reply: FastifyReply) =>
    serve(
      {
        ...services,
        actor: anyone,
        ip: request.ip,
        userAgent: String(request.headers['user-agent'] ?? ''),
        requestID: request.id,
      },
      { request, reply },
    );
  for (const base of ['', '/api']) fastify.get(`${base}/ical/:file`, answer);
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function serve(ctx: Context, { request, reply }: Exchange): Promise<FastifyReply> {
  const { file } = request.params as { readonly file: string };
  const feed = file.endsWith('.ics') ? await findFeed(ctx, file.slice(0, -'.ics'.length)) : null;
  const rules =
    feed === null
      ? clientRules('feed-miss', { most: MAX_MISSES, per: AN_HOUR }, ctx)
      : [{ key: `feed:${feed.id}`, most: MAX_READS, per: AN_HOUR }];
  const throttled = await throttleAll(ctx, rules);
  if (throttled !== null) {
    const problem = problemOf(throttled);
    logIfDenied(request, { method: 'GET', path: '/ical/:file' }, problem);
    return sendProblem(reply, problem);
  }
  if (feed === null) return sendProblem(reply, problemOf({ refusal: 'not_found' }));
  await noteRead(ctx, feed);
  return sendFeed(ctx, feed, { request, reply });
}

async function sendFeed(ctx: Context, feed: LiveFeed, { request, reply }: Exchange): Promise<FastifyReply> {
  const site = await siteOf(ctx, feed);
  const { reader, jobs } = await readFeed(ctx, feed);
  const events = jobs.map((job) => feedEvent(job, reader, site));
  const etag = etagOf(site, events);
  reply.headers({ etag, 'cache-control': 'private, max-age=300' });
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply
    .headers({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${fileNameOf(site.name)}.ics"`,
    })
    .send(await writeCalendarFile({ ...site, method: 'publish', refreshSeconds: REFRESH_SECONDS }, events));
}

async function siteOf(ctx: Context, { reader }: LiveFeed): Promise<FeedSite> {
  const address = ctx.config.PUBLIC_URL ?? '';
  const { name } = await readContact(ctx);
  const translations = await translationsFor(ctx, reader);
  return { name, ...translations, address, host: address === '' ? 'kemas' : new URL(address).host };
}

/** Weak comparison, RFC 9110 13.1.2: compressing proxies turn a strong tag into a weak one. */
function matchesEtag(sent: string | undefined, etag: string): boolean {
  const tags = (sent ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

/** Hash of the feed's content, so that the feed is only formatted if it has changed. */
function etagOf(site: FeedSite, events: readonly CalendarEvent[]): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([site.name, site.language, events]))
    .digest('base64url');
  return `"${hash}"`;
}

/** The content of a feed and its reader. */
interface FeedContent {
  readonly reader: Reader;
  readonly jobs: readonly FeedJob[];
}

/**
 * The visits of a feed, by start, as the reader may see them: customers and cleaners by their own jobs, the office by
 * date.
 */
async function readFeed(ctx: Context, feed: LiveFeed): Promise<FeedContent> {
  const reader = reachOf(feed.reader, seeJob);
  if (reader === null) return { reader: 'customer', jobs: [] };
  const now = ctx.clock.now();
  const { pastDays, aheadDays } = FEED_WINDOWS[reader];
  const rows = await jobsOf(ctx, reader, ownIDFor(feed.reader, seeJob))
    .where('job.startsAt', '>=', now.subtract({ hours: pastDays * 24 }).toString())
    .where('job.startsAt', '<', now.add({ hours: aheadDays * 24 }).toString())
    .where('job.status', 'in', ['confirmed', 'paid', 'cancelled'])
    .where('job.trashedAt', 'is', null)
    .orderBy('job.startsAt')
    .orderBy('job.id')
    .limit(MAX_EVENTS)
    .execute();
  const asReader = { ...ctx, actor: feed.reader };
  const jobs = rows
    .map((row) => ({ job: toBookingReply(asReader, [row]), version: row.version }))
    .filter(({ job }) => isInFeed(job, now));
  return { reader, jobs };
}

/** All jobs for the office, their own for customers and cleaners, by the same policy as the API. */
function jobsOf(ctx: Context, reader: Reader, ownID: string | null) {
  if (reader === 'any') return jobRows(ctx);
  if (reader === 'customer') return jobRows(ctx).where('job.customerID', '=', ownID);
  return jobRows(ctx).where(
    sql<boolean>`job.id = any(array(select job_id from job_crew where cleaner_id = ${ownID}))`,
  );
}
