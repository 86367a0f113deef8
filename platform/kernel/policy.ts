import type { Actor } from './actor.ts';

type Person = Actor['role'];

/**
 * Something that people do, and who may do it: to `any` thing, or only to a thing that names them. What is not
 * written here nobody may. A feature's actions stand in its rules/policy.ts.
 */
export interface Action<R extends string = string> {
  /** In a few words, for documentation and test names: `change an address`. */
  readonly name: string;
  /** By the kind of person: `any`, or the name under which a thing holds whose it is. */
  readonly open: Readonly<Partial<Record<Person, 'any' | R>>>;
}

type RelationOf<A extends Action> = Extract<Exclude<A['open'][keyof A['open']], 'any'>, string>;
/** The kinds of people an action is open to. */
export type OpenTo<A extends Action> = Extract<keyof A['open'], Person>;
/** Whose a thing is, as far as an action asks: one id, several, or nobody's. */
export type ThingOf<A extends Action> = Readonly<
  Partial<Record<RelationOf<A>, string | readonly string[] | null>>
>;

/** Declares an action; its type stays as narrow as it was written. */
export function defineAction<const O extends Action['open']>(
  name: string,
  open: O,
): { readonly name: string; readonly open: O } {
  return { name, open };
}

/** Whether this person may do this to this thing. Without a thing: to things that are nobody's in particular. */
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

/** How far an action goes for this person, for lists: `any` thing, those under a name, or null for none. */
export function reachOf<A extends Action>(actor: Actor, action: A): 'any' | RelationOf<A> | null {
  return (action.open[actor.role] ?? null) as 'any' | RelationOf<A> | null;
}

/** The person's own id where the action is for their own things only, else null. */
export function ownIdFor(actor: Actor, action: Action): string | null {
  const reach = reachOf(actor, action);
  return reach === null || reach === 'any' || actor.role === 'anyone' ? null : actor.id;
}

/** For a call's definition: whom it lets in, and by which action. `...openTo(changeAddress)` */
export function openTo<const A extends Action>(
  action: A,
): { readonly who: readonly OpenTo<A>[]; readonly action: A } {
  return { who: Object.keys(action.open) as OpenTo<A>[], action };
}

/** To whom an action is open that only the office takes. */
export const OFFICE = { admin: 'any' } as const;
/** Looking into the trash, in every list and at every record. */
export const seeTrash = defineAction('see what is in the trash', OFFICE);
export const downloadLists = defineAction('download lists', OFFICE);
