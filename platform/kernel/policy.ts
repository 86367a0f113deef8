import type { Actor, OfficeRole } from './actor.ts';

type Person = Actor['role'];

/**
 * The roles of the office that have a permission, by the value of `admin` in an action. `any`: everyone in the office,
 * for what they read.
 */
const OFFICE_GROUPS = {
  any: ['owner', 'office', 'dispatcher', 'accountant', 'read-only'],
  /** Jobs, visits, customers: the work of the day. */
  dispatchers: ['owner', 'office', 'dispatcher'],
  /** Everything else that the office changes: money, cleaners, what is sold, texts, settings. */
  managers: ['owner', 'office'],
  /** Who may do what, and what leaves the company as a whole. */
  owners: ['owner'],
  moneyReaders: ['owner', 'office', 'accountant', 'read-only'],
  /** Lists as files. */
  exporters: ['owner', 'office', 'accountant'],
  /** What cleaners are paid. */
  payroll: ['owner', 'accountant'],
} as const satisfies Readonly<Record<string, readonly OfficeRole[]>>;
export type OfficeGroup = keyof typeof OFFICE_GROUPS;

/**
 * A permission: something that people do, and who may do it, to `any` resource or only to one that names them.
 * Everything else is forbidden. A feature's permissions are in its rules/policy.ts.
 */
export interface Action<R extends string = string> {
  /** A short name for documentation and tests: `change an address`. */
  readonly name: string;
  /**
   * By role: `any`, or the relation under which a resource stores its owner's id. For admins also a group of the office.
   */
  readonly open: Readonly<Partial<Record<Person, 'any' | R>>>;
}

type RelationOf<A extends Action> = Extract<Exclude<A['open'][keyof A['open']], OfficeGroup>, string>;
/** The roles that have a permission. */
export type OpenTo<A extends Action> = Extract<keyof A['open'], Person>;
/** The owners of a resource, by relation: one id, several, or none. */
export type ThingOf<A extends Action> = Readonly<
  Partial<Record<RelationOf<A>, string | readonly string[] | null>>
>;

/** Declares a permission, keeping its literal type. */
export function defineAction<const O extends Action['open']>(
  name: string,
  open: O,
): { readonly name: string; readonly open: O } {
  return { name, open };
}

/** Whether an actor has a permission for a resource. Without a resource: for resources that have no owner. */
export function may<A extends Action>(actor: Actor, action: A, thing?: ThingOf<A>): boolean {
  const relation = reachOf(actor, action);
  if (relation === null) return false;
  if (relation === 'any') return true;
  const owner = (thing as Readonly<Record<string, string | readonly string[] | null>> | undefined)?.[
    relation
  ];
  if (actor.role === 'anyone' || owner === undefined || owner === null) return false;
  return typeof owner === 'string' ? owner === actor.id : owner.includes(actor.id);
}

/** How far a permission reaches, for lists: `any` resource, those of a relation, or null for none. */
export function reachOf<A extends Action>(actor: Actor, action: A): 'any' | RelationOf<A> | null {
  if (actor.role !== 'anyone' && actor.granted?.includes(action.name)) return 'any';
  const reach = (action.open[actor.role] ?? null) as OfficeGroup | RelationOf<A> | null;
  if (actor.role !== 'admin' || reach === null || !isGroup(reach))
    return reach as 'any' | RelationOf<A> | null;
  return OFFICE_GROUPS[reach].some((role) => role === actor.officeRole) ? 'any' : null;
}

/** Whether a permission belongs to a group of the office, and not to an owner of the resource. */
export function isGroup(reach: string): reach is OfficeGroup {
  return Object.hasOwn(OFFICE_GROUPS, reach);
}

/** The person's own id if the permission covers only their own resources, otherwise null. */
export function ownIDFor(actor: Actor, action: Action): string | null {
  const reach = reachOf(actor, action);
  return reach === null || reach === 'any' || actor.role === 'anyone' ? null : actor.id;
}

/** For a route's definition: the roles it admits, and its action. `...openTo(changeAddress)` */
export function openTo<const A extends Action>(
  action: A,
): { readonly who: readonly OpenTo<A>[]; readonly action: A } {
  return { who: Object.keys(action.open) as OpenTo<A>[], action };
}

/** For permissions that only the office has. */
export const OFFICE = { admin: 'any' } as const;
export const DISPATCHERS = { admin: 'dispatchers' } as const;
export const MANAGERS = { admin: 'managers' } as const;
export const OWNERS = { admin: 'owners' } as const;
export const MONEY_READERS = { admin: 'moneyReaders' } as const;
export const PAYROLL = { admin: 'payroll' } as const;
/** Viewing the trash, in every list and for every record. */
export const seeTrash = defineAction('see what is in the trash', OFFICE);
/** Their own, and using those that colleagues share. */
export const saveListViews = defineAction('save views of lists', OFFICE);
/** Whose changes must be in the audit trail; tests check it. */
export const actForOffice = defineAction('act for the office', OFFICE);
/** Managers: it has values of all kinds, money and personal data among them, and shows what colleagues did. */
export const seeAudit = defineAction('see the audit trail', MANAGERS);
export const downloadLists = defineAction('download lists', { admin: 'exporters' });
