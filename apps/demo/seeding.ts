import { type Actor, anyone, type Role, type SignedIn } from '#platform/kernel/actor.ts';
import type { Context, Services } from '#platform/server/context.ts';
import type { NewMessage } from '#platform/server/message-log.ts';
import type { QueuedMessage, WrittenMail } from '#platform/server/messages.ts';
import { newTask, type Outbox } from '#platform/server/outbox.ts';
import { type DemoCards, demoCards } from './demo-cards.ts';
import { type Random, randomFor } from './random.ts';

/** A message that would have been sent. */
export interface SentMessage {
  readonly at: Temporal.Instant;
  readonly row: NewMessage;
  /** The mail, if it was written when it was published. */
  readonly mail?: WrittenMail | undefined;
}

/** What use cases work with while the past is being created. */
export interface Seeding {
  /** The context of one action: its actor and time. */
  at<A extends Actor>(moment: Temporal.Instant, actor: A): Context<A>;
  /** The same with separate ids, for concurrent work: the ids do not depend on which is first. */
  apart(name: string): Seeding;
  readonly cards: DemoCards;
  /** All messages so far, oldest first. Nothing was sent. */
  readonly sentMessages: readonly SentMessage[];
}

export function startSeeding(services: Services): Seeding {
  const cards = demoCards();
  const providers = { ...services.providers, payments: cards.provider };
  return seedingWith({ ...services, providers }, { cards, sentMessages: [], ids: randomFor('ids') });
}

interface Shared {
  readonly cards: DemoCards;
  readonly sentMessages: SentMessage[];
  readonly ids: Random;
}

function seedingWith(services: Services, { cards, sentMessages, ids }: Shared): Seeding {
  let serial = 0;
  return {
    cards,
    sentMessages,
    apart: (name) => seedingWith(services, { cards, sentMessages, ids: randomFor(`ids ${name}`) }),
    at: (moment, actor) => ({
      ...services,
      actor,
      clock: { now: () => moment },
      newID: () => uuidV7(moment.epochMilliseconds, serial++, ids),
      outbox: recordingOutbox(sentMessages, moment),
      ip: '127.0.0.1',
      userAgent: 'demo',
      requestID: 'demo',
    }),
  };
}

/** A person of the business as the actor. */
export function signedIn<R extends Role>(role: R, id: string): SignedIn<R> {
  return { role, id, sessionID: '00000000-0000-7000-8000-000000000000', officeRole: 'owner' };
}

/** Records messages and drops all other tasks: nobody is notified today of what happened in spring. */
function recordingOutbox(sentMessages: SentMessage[], at: Temporal.Instant): Outbox {
  const outbox: Outbox = {
    async publishAll(tx, tasks) {
      for (const { task, payload, message: row } of tasks) {
        if (task === 'tell-of-changes')
          await tx.composed.tasks['tell-of-changes']?.(
            { ...tx, actor: anyone },
            payload as { jobID: string },
          );
        if (row !== undefined) sentMessages.push({ at, row, mail: (payload as QueuedMessage).mail });
      }
    },
    publish: (tx, task, payload) => outbox.publishAll(tx, [newTask(task, payload)]),
    withdraw: async () => new Set(),
  };
  return outbox;
}

/** RFC 9562: the time, then a serial number, then deterministic random bits. */
function uuidV7(ms: number, serial: number, random: Random): string {
  const time = ms.toString(16).padStart(12, '0');
  const count = (serial % 0x1000).toString(16).padStart(3, '0');
  const variant = (0x8000 + random.int(0, 0x3fff)).toString(16);
  const rest = [0, 1, 2].map(() => random.int(0, 0xffff).toString(16).padStart(4, '0')).join('');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${variant}-${rest}`;
}
