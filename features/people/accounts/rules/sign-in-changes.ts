import type { OfficeRole } from '#platform/kernel/actor.ts';

export interface SignInFields {
  readonly identity: string;
  readonly email: string;
  readonly officeRole?: OfficeRole;
}

export interface SignInChanges {
  readonly identity?: string | undefined;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  readonly officeRole?: OfficeRole | undefined;
}

/**
 * Whether a change of an admin would let someone else sign in as them: a new password or sign-in name, or a
 * new e-mail address, which receives password reset links; or would give them other permissions.
 */
export function changesSignIn(
  before: SignInFields,
  { identity, email, password, officeRole }: SignInChanges,
): boolean {
  if (password !== undefined) return true;
  return (
    isNew(before.identity, identity) || isNew(before.email, email) || isNew(before.officeRole, officeRole)
  );
}

function isNew(before: string | undefined, after: string | undefined): boolean {
  return after !== undefined && after !== before;
}
