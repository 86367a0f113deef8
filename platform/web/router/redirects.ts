import type { Role } from '../../kernel/actor.ts';
import type { Session } from '../session/session-fields.ts';

/** Who may open a page: anyone, only signed-out people, or one role. */
export type Access = 'anyone' | 'public-only' | Role;

/** Where a person goes after signing out, and when signed in from a page for signed-out people. */
export const DEFAULT_ROUTE = '/';

export const HOME_OF: Readonly<Record<Role, string>> = {
  admin: '/admin/overview',
  customer: '/dashboard',
  cleaner: '/cleaner/dashboard',
};

export const SIGN_IN_OF: Readonly<Record<Role, string>> = {
  admin: '/admin/signin',
  customer: '/signin',
  cleaner: '/cleaner/signin',
};

/** Pages that are never a destination after signing in. */
const SIGN_IN_PATHS = ['/signin', '/signup', '/verifyotp', '/verifyotp1', '/admin/signin', '/cleaner/signin'];

/**
 * `path` if it is a page of this site, otherwise null. Rejects anything that a browser could resolve to another site
 * (`//evil`, `/\evil`, `https:…`, line breaks that it strips).
 */
export function ownPath(path: string | null | undefined): string | null {
  if (!path?.startsWith('/') || /[\\\p{Cc}]/u.test(path)) return null;
  const base = 'https://own.invalid';
  if (!URL.canParse(path, base)) return null;
  const { origin, pathname, search, hash } = new URL(path, base);
  if (origin !== base || pathname.startsWith('//') || SIGN_IN_PATHS.includes(pathname)) return null;
  return pathname + search + hash;
}

/** A role's sign-in page, with the person's destination. */
export function signInPath(role: Role, heading: string): string {
  const next = ownPath(heading);
  return next === null ? SIGN_IN_OF[role] : `${SIGN_IN_OF[role]}?next=${encodeURIComponent(next)}`;
}

/** Where a person goes after signing in: their destination, otherwise their own area. */
export function afterSignIn(role: Role, search: string): string {
  return ownPath(new URLSearchParams(search).get('next')) ?? HOME_OF[role];
}

/** The redirect for a page, or null to stay. */
export function redirectFor(access: Access, { isSignedIn, type }: Session, heading: string): string | null {
  if (access === 'anyone') return null;
  if (access === 'public-only') return isSignedIn ? DEFAULT_ROUTE : null;
  if (!isSignedIn || type === null) return signInPath(access, heading);
  return type === access ? null : HOME_OF[type];
}
