import type { Actor } from './actor.ts';

type Person = Actor['role'];

/**
 * A permission: something that people do, and who may do it, to `any` resource or only to one that names them.
 * Everything else is forbidden. A feature's permissions are in its rules/policy.ts.
 */
export interface Action<R extends string = string> {
  /** A short name for documentation and tests: `change an address`. */
  readonly name: string;
  /** By role: `any`, or the relation under which a resource stores its owner's id. */
  readonly open: Readonly<Partial<Record<Person, 'any' | R>>>;
}

type RelationOf<A extends Action> = Extract<Exclude<A['open'][keyof A['open']], 'any'>, string>;
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
  return (action.open[actor.role] ?? null) as 'any' | RelationOf<A> | null;
}

/** The person's own id if the permission covers only their own resources, otherwise null. */
export function ownIdFor(actor: Actor, action: Action): string | null {
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
/** Viewing the trash, in every list and for every record. */
export const seeTrash = defineAction('see what is in the trash', OFFICE);
export const downloadLists = defineAction('download lists', OFFICE);
