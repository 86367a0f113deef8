/** The three roles of people who sign in. */
export type Role = 'customer' | 'cleaner' | 'admin';

/** What an admin is responsible for: platform/kernel/policy.ts says who may do what. */
export const OFFICE_ROLES = ['owner', 'office', 'dispatcher', 'accountant', 'read-only'] as const;
export type OfficeRole = (typeof OFFICE_ROLES)[number];
export const OFFICE_ROLE_NAMES: Readonly<Record<OfficeRole, string>> = {
  owner: 'Owner',
  office: 'Office',
  dispatcher: 'Dispatcher',
  accountant: 'Accountant',
  'read-only': 'Read only',
};

/** Why an admin may not do what a colleague may. */
export function roleRefusal(role: OfficeRole): string {
  return `Your role (${OFFICE_ROLE_NAMES[role]}) cannot do this. Ask an owner.`;
}

/** The caller: a signed-in person, or anyone. */
export type Actor = Anyone | SignedIn<Role>;

export interface Anyone {
  readonly role: 'anyone';
}

export interface SignedIn<R extends Role = Role> {
  readonly role: R;
  /** Id of the customer, cleaner or admin. */
  readonly id: string;
  readonly sessionID: string;
  /** Of an admin; without one, an admin has no permissions but for their own account. */
  readonly officeRole?: OfficeRole;
  /**
   * Names of actions that this actor may do besides those of their role, to any resource: for one decision that the office
   * has left to them.
   */
  readonly granted?: readonly string[];
  /** An API key: it has the permissions of its role in the office, its `id` is the key's, and it has no session. */
  readonly apiKey?: true;
}

export const anyone: Anyone = { role: 'anyone' };

export function isApiKey(actor: Actor): boolean {
  return actor.role !== 'anyone' && actor.apiKey === true;
}

/** The id of the signed-in person; null if signed out. */
export function idOf(actor: Actor): string | null {
  return actor.role === 'anyone' ? null : actor.id;
}

/** The session of the signed-in person; null if signed out. */
export function sessionIDOf(actor: Actor): string | null {
  return actor.role === 'anyone' ? null : actor.sessionID;
}

/** The session in which a person changes their own account: it survives when the others are ended. */
export function ownSession(
  actor: Actor,
  account: { readonly role: Role; readonly id: string },
): { readonly except?: string } {
  const isOwn = actor.role !== 'anyone' && actor.role === account.role && actor.id === account.id;
  return isOwn ? { except: actor.sessionID } : {};
}
