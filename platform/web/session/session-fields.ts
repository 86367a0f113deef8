import { OFFICE_ROLES, type OfficeRole, type Role } from '../../kernel/actor.ts';

/** The signed-in person as this browser knows them: these fields and no others. */
export type Session = {
  readonly isSignedIn: boolean;
  /** True after a social login. */
  readonly isFBlogged: boolean;
  readonly jwt: string | null;
  readonly id: string | null;
  readonly fullname: string | null;
  readonly email: string | null;
  readonly type: Role | null;
  /** Only of an admin. */
  readonly officeRole?: OfficeRole;
  readonly creditCardLast4: string | null;
  readonly creditCardExpiryMonth: string | null;
  readonly creditCardExpiryYear: string | null;
  readonly firstname: string | null;
  readonly lastname: string | null;
  /** Hours of credit, in steps of a half. */
  readonly creditsLeft: number;
  /** Persistent storage instead of the tab's own. */
  readonly staySignedIn: boolean;
};

export const signedOut: Session = {
  isSignedIn: false,
  isFBlogged: false,
  jwt: null,
  id: null,
  fullname: null,
  email: null,
  type: null,
  creditCardLast4: null,
  creditCardExpiryMonth: null,
  creditCardExpiryYear: null,
  firstname: null,
  lastname: null,
  creditsLeft: 0,
  staySignedIn: false,
};

const texts = [
  'jwt',
  'id',
  'fullname',
  'email',
  'creditCardLast4',
  'creditCardExpiryMonth',
  'creditCardExpiryYear',
  'firstname',
  'lastname',
] as const;

type Writable = { -readonly [Field in keyof Session]?: Session[Field] };

/**
 * The session's fields in a reply or in stored data. Everything else is dropped, so that `params` never contains more
 * than `Session` lists. A card's month may be a number; it is stored as text.
 */
export function fieldsOf(source: object): Partial<Session> {
  const given = new Map<string, unknown>(Object.entries(source));
  const found: Writable = {};
  for (const field of texts) {
    const value = given.get(field);
    if (value === null || typeof value === 'string') found[field] = value;
    if (typeof value === 'number') found[field] = String(value);
  }
  const officeRole = OFFICE_ROLES.find((role) => role === given.get('officeRole'));
  if (officeRole !== undefined) found.officeRole = officeRole;
  const hours = hoursOf(given.get('creditsLeft'));
  if (hours !== null) found.creditsLeft = hours;
  return found;
}

/** Hours as a number, also from text such as "2.5"; null otherwise. */
export function hoursOf(value: unknown): number | null {
  const hours = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof hours === 'number' && Number.isFinite(hours) ? hours : null;
}

export function isRole(value: unknown): value is Role {
  return value === 'admin' || value === 'customer' || value === 'cleaner';
}

/** Parses a stored session; null if it is not JSON, not an object, or has no person. */
export function parseSession(text: string | null): Session | null {
  const stored = parseObject(text);
  if (!stored) return null;
  const given = new Map<string, unknown>(Object.entries(stored));
  const type = given.get('type');
  const personal = fieldsOf(stored);
  if (!isRole(type) || !personal.jwt || !personal.id || given.get('isSignedIn') === false) return null;
  return {
    ...signedOut,
    ...personal,
    type,
    isSignedIn: true,
    isFBlogged: given.get('isFBlogged') === true,
    staySignedIn: given.get('staySignedIn') === true,
  };
}

function parseObject(text: string | null): object | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    // Corrupt or foreign data counts as none: nobody is signed in.
    return null;
  }
}

/** Identifies a session's owner to the other tabs. */
export function personOf({ type, id }: Session): string {
  return `${type} ${id}`;
}

/** Begins the name of a lock, before the person: held by every tab that is signed in until the browser is closed. */
export const SIGNED_IN_LOCK = 'kemas-signed-in ';
