import type { Role } from '../kernel/actor.ts';
import { wireTime, wireTimeOrNull } from '../kernel/business-time.ts';
import type { Context, Tx } from './context.ts';
import { removeDeadTasksOf } from './dead-tasks.ts';
import { eraseAuditAddresses } from './retention.ts';

/** A person, with the identifiers they have until their data is deleted. */
export interface Person {
  readonly role: Role;
  readonly id: string;
  readonly mobile: string;
  readonly email: string;
}

/** A third party that received some of a person's data. */
export interface Disclosure {
  readonly to: string;
  readonly what: string;
  readonly why: string;
}

/** What must end before an account can be closed: an upcoming visit, a payment in progress. */
export interface OpenMatter {
  readonly kind: string;
  readonly id: string;
  /** When it takes place, or ends by itself; in the API's time format. */
  readonly at: string;
}

/**
 * The personal data that a feature stores about account holders. Only the feature knows what its tables contain, so
 * each one declares it, and nothing is missed when someone requests their data or closes their account. A test checks
 * that every table with a foreign key to a person is declared exactly once.
 */
export interface PersonalData {
  /** The tables that it covers. */
  readonly tables: readonly string[];
  /** The stored data under headings that the person understands: a part of their data export. */
  readonly collect?: (ctx: Context, person: Person) => Promise<Readonly<Record<string, unknown>>>;
  /** Who received it in the past year. */
  readonly disclosures?: (ctx: Context, person: Person) => Promise<readonly Disclosure[]>;
  readonly openMatters?: (ctx: Context, person: Person) => Promise<readonly OpenMatter[]>;
  /**
   * Removes name, number, address and free text from rows that must stay, and deletes the rest. The account's own row
   * is locked, and still has its identifiers.
   */
  readonly forget?: (tx: Tx, person: Person) => Promise<void>;
}

declare module './feature.ts' {
  interface Feature {
    /** By the feature's name. */
    readonly personalData?: Readonly<Record<string, PersonalData>>;
  }
}

/** Collects the results of all features, one after another. */
export async function fromEach<T>(
  ctx: Context,
  ask: (data: PersonalData) => Promise<T> | undefined,
): Promise<T[]> {
  const answers: T[] = [];
  for (const data of Object.values(ctx.composed.personalData ?? {})) {
    const answer = await ask(data);
    if (answer !== undefined) answers.push(answer);
  }
  return answers;
}

/**
 * The platform's own data: sessions, saved replies of their idempotency keys, and the addresses they acted from. The
 * audit trail's values of a resource are erased by the feature that owns it.
 */
export const sessionsAndKeys: PersonalData = {
  // A live event is kept for an hour, and has only ids.
  tables: ['session', 'idempotency_key', 'audit_entry', 'live_event'],

  async collect(ctx, { role, id }) {
    const sessions = await ctx.db
      .selectFrom('session')
      .select(['createdAt', 'lastSeenAt', 'endedAt', 'ip', 'userAgent'])
      .where('role', '=', role)
      .where('accountID', '=', id)
      .orderBy('createdAt')
      .execute();
    return {
      'Where you signed in': sessions.map((session) => ({
        'Signed in': wireTime(session.createdAt),
        'Last seen': wireTime(session.lastSeenAt),
        'Signed out': wireTimeOrNull(session.endedAt),
        'IP address': session.ip,
        Browser: session.userAgent,
      })),
    };
  },

  async forget(tx, person) {
    const { role, id } = person;
    await tx.db
      .updateTable('session')
      .set({ ip: '', userAgent: '' })
      .where('role', '=', role)
      .where('accountID', '=', id)
      .execute();
    await tx.db.deleteFrom('idempotency_key').where('scope', '=', `${role}:${id}`).execute();
    await removeDeadTasksOf(tx, person);
    await eraseAuditAddresses(tx, id);
  },
};
