import type { Role } from '../kernel/actor.ts';
import { wireTime, wireTimeOrNull } from '../kernel/business-time.ts';
import type { Context, Tx } from './context.ts';
import { removeDeadTasksOf } from './dead-tasks.ts';
import { eraseAuditAddresses } from './retention.ts';

/** Whose data it is, with what they are known by until they are forgotten. */
export interface Person {
  readonly role: Role;
  readonly id: string;
  readonly mobile: string;
  readonly email: string;
}

/** Who else got to know something of a person. */
export interface Disclosure {
  readonly to: string;
  readonly what: string;
  readonly why: string;
}

/** What has to come to an end before an account can be closed: a visit ahead, a payment under way. */
export interface OpenMatter {
  readonly kind: string;
  readonly id: string;
  /** When it takes place, or ends by itself; as the wire has times. */
  readonly at: string;
}

/**
 * What a feature keeps of people with an account: it alone knows what its tables say of them, so that nothing is forgotten
 * when somebody asks for their data or closes their account. A test holds that each table with a column that points to a
 * person is answered for, once.
 */
export interface PersonalData {
  /** The tables that it answers for. */
  readonly tables: readonly string[];
  /** What is kept of the person, under headings that they understand: a part of the file that they take along. */
  readonly collect?: (ctx: Context, person: Person) => Promise<Readonly<Record<string, unknown>>>;
  /** To whom it was given in the year before. */
  readonly disclosures?: (ctx: Context, person: Person) => Promise<readonly Disclosure[]>;
  readonly openMatters?: (ctx: Context, person: Person) => Promise<readonly OpenMatter[]>;
  /**
   * Takes name, number, address and free text out of what has to stay, and deletes the rest. The account's own row is
   * locked, and says yet who it was.
   */
  readonly forget?: (tx: Tx, person: Person) => Promise<void>;
}

declare module './feature.ts' {
  interface Feature {
    /** By the feature's name. */
    readonly personalData?: Readonly<Record<string, PersonalData>>;
  }
}

/** What every feature answers, one after another. */
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
 * Of the platform itself: where somebody is signed in, the replies that are kept for their keys, and from where they acted.
 * What the audit trail says of a thing is erased by the feature of that thing.
 */
export const sessionsAndKeys: PersonalData = {
  tables: ['session', 'idempotency_key', 'audit_entry'],

  async collect(ctx, { role, id }) {
    const sessions = await ctx.db
      .selectFrom('session')
      .select(['created_at', 'last_seen_at', 'ended_at', 'ip', 'user_agent'])
      .where('role', '=', role)
      .where('account_id', '=', id)
      .orderBy('created_at')
      .execute();
    return {
      'Where you signed in': sessions.map((session) => ({
        'Signed in': wireTime(session.created_at),
        'Last seen': wireTime(session.last_seen_at),
        'Signed out': wireTimeOrNull(session.ended_at),
        'IP address': session.ip,
        Browser: session.user_agent,
      })),
    };
  },

  async forget(tx, person) {
    const { role, id } = person;
    await tx.db
      .updateTable('session')
      .set({ ip: '', user_agent: '' })
      .where('role', '=', role)
      .where('account_id', '=', id)
      .execute();
    await tx.db.deleteFrom('idempotency_key').where('scope', '=', `${role}:${id}`).execute();
    await removeDeadTasksOf(tx, person);
    await eraseAuditAddresses(tx, id);
  },
};
