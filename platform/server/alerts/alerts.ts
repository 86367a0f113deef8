import { setTimeout as sleep } from 'node:timers/promises';
import { Counter } from 'prom-client';
import { z } from 'zod';

/** Something that needs a person now. */
export interface Alert {
  /** The message of the log line, a fixed sentence: `worker ended unexpectedly, restarting`. */
  readonly event: string;
  /** The other fields of the log line. Personal data and secrets are already masked. */
  readonly about: Readonly<Record<string, unknown>>;
  /** How often it happened since the last alert about it. */
  readonly times: number;
}

/** Sends an alert. Throws if that failed. */
export type AlertChannel = (alert: Alert) => Promise<void>;

export interface Alerts {
  /** Log lines go here: those with `wake: true` become alerts. */
  readonly stream: { write(line: string): void };
  /** By event, for Prometheus. */
  readonly counter: Counter<'event'>;
  /** Sends alerts through these channels from now on, first those raised before. */
  sendThrough(channels: readonly AlertChannel[], onFailure: (error: unknown) => void): void;
  /** Waits for what is being sent, at most two seconds. */
  close(): Promise<void>;
}

/** An event that repeats is sent again only after this time, with how often it happened in between. */
const QUIET_MS = 15 * 60_000;
const CLOSING_MS = 2000;

const wakingLine = z.looseObject({ wake: z.literal(true), msg: z.string() });
/** Fields that every log line has. */
const COMMON = ['wake', 'msg', 'level', 'time'];

/**
 * Turns log lines marked `wake: true` into alerts. They are not stored: an alert may be that the database is gone.
 * @param now milliseconds of a monotonic clock
 */
export function createAlerts(now: () => number = () => performance.now()): Alerts {
  const counter = new Counter({
    name: 'kemas_alerts_total',
    help: 'Events that need a person now, by event: docs/runbook/alerts.md.',
    labelNames: ['event'],
    registers: [],
  });
  const events = new Map<string, { sentAt: number; times: number }>();
  const early: Alert[] = [];
  const sending = new Set<Promise<void>>();
  let send: ((alert: Alert) => void) | null = null;

  function raise(event: string, about: Alert['about']): void {
    counter.inc({ event });
    const before = events.get(event) ?? { sentAt: Number.NEGATIVE_INFINITY, times: 0 };
    const times = before.times + 1;
    if (now() - before.sentAt < QUIET_MS) {
      events.set(event, { ...before, times });
      return;
    }
    events.set(event, { sentAt: now(), times: 0 });
    const alert = { event, about, times };
    if (send === null) early.push(alert);
    else send(alert);
  }

  return {
    counter,
    stream: {
      write(line) {
        if (!line.includes('"wake":true')) return;
        const read = wakingLine.safeParse(JSON.parse(line));
        if (!read.success) return;
        const about = Object.entries(read.data).filter(([name]) => !COMMON.includes(name));
        raise(read.data.msg, Object.fromEntries(about));
      },
    },
    sendThrough(channels, onFailure) {
      send = (alert) => {
        for (const channel of channels) {
          const sent = channel(alert)
            .catch(onFailure)
            .finally(() => sending.delete(sent));
          sending.add(sent);
        }
      };
      for (const alert of early.splice(0)) send(alert);
    },
    async close() {
      await Promise.race([Promise.all(sending), sleep(CLOSING_MS, undefined, { ref: false })]);
    },
  };
}
