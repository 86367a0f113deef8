export interface SignInFields {
  readonly identity: string;
  readonly email: string;
}

export interface SignInChanges {
  readonly identity?: string | undefined;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
}

/**
 * Whether a change of an admin would let someone else sign in as them: a new password or sign-in name, or a
 * new e-mail address, which receives password reset links.
 */
export function changesSignIn(before: SignInFields, { identity, email, password }: SignInChanges): boolean {
  if (password !== undefined) return true;
  return isNew(before.identity, identity) || isNew(before.email, email);
}

function isNew(before: string, after: string | undefined): boolean {
  return after !== undefined && after !== before;
}
