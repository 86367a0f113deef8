import type { SoftRule } from '#features/work/schedule/rules/diary.ts';

/** The fields of a job that the history shows. */
export const CHANGED_FIELDS = [
  'status',
  'startTime',
  'crew',
  'address',
  'package',
  'customer',
  'hours',
  'numCleaners',
  'cleanerType',
  'requireCleaningSupplies',
  'clockedIn',
  'clockedOut',
  'label',
  'specialRequests',
  'contactDetails',
  'amountToPay',
  'creditsUsed',
  'comment',
  'came',
  'review',
  'reviewStarts',
  'reviewDecision',
] as const;
export type ChangedField = (typeof CHANGED_FIELDS)[number];

export type Value = string | number | boolean | string[] | null;

export interface Change {
  readonly field: ChangedField;
  readonly about: string;
  readonly before: Value;
  readonly after: Value;
}

/** The before or after value of an audit entry. */
export type Kept = Readonly<Record<string, unknown>> | null;

export interface Reading {
  /** A cleaner's name by id; empty if unknown. */
  nameOf(cleanerID: string): string;
  /** Converts a stored time to the wire format. */
  timeOf(kept: string): string;
}

/** The differences made by an audit entry, field by field, limited to the fields shown to people. */
export function changesOf(before: Kept, after: Kept, reading: Reading): Change[] {
  const plain = CHANGED_FIELDS.flatMap((field): Change[] => {
    const [was, is] = [readValue(field, before?.[field], reading), readValue(field, after?.[field], reading)];
    return isSame(was, is) ? [] : [{ field, about: '', before: was, after: is }];
  });
  return [...plain, ...clocksOf(before, after, reading)];
}

function readValue(field: ChangedField, kept: unknown, { nameOf, timeOf }: Reading): Value {
  if (kept === undefined || kept === null) return null;
  if (field === 'crew') return Array.isArray(kept) ? kept.map((id) => nameOf(String(id))) : null;
  if (field === 'startTime') return timeOf(String(kept));
  return typeof kept === 'number' || typeof kept === 'boolean' ? kept : String(kept);
}

type Clock = { readonly startedAt?: string | null; readonly finishedAt?: string | null };

/** Each cleaner's own start and finish, as separate changes. */
function clocksOf(before: Kept, after: Kept, reading: Reading): Change[] {
  const [was, is] = [before, after].map((kept) => (kept?.clocks ?? {}) as Readonly<Record<string, Clock>>);
  const ids = [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])];
  const time = (kept: string | null | undefined) => (kept ? reading.timeOf(kept) : null);
  return ids.flatMap((id) => {
    const about = reading.nameOf(id);
    const pairs = [
      ['clockedIn', time(was?.[id]?.startedAt), time(is?.[id]?.startedAt)],
      ['clockedOut', time(was?.[id]?.finishedAt), time(is?.[id]?.finishedAt)],
    ] as const;
    return pairs.flatMap(([field, from, to]) =>
      from === to ? [] : [{ field, about, before: from, after: to }],
    );
  });
}

type Override = { readonly cleanerID: string; readonly rules: readonly SoftRule[] };

function keptOverrides(kept: Kept): readonly Override[] {
  return Array.isArray(kept?.overridden) ? (kept.overridden as readonly Override[]) : [];
}

/** The cleaners for whom soft rules were overridden, by name, and which rules. */
export function overridesOf(after: Kept, { nameOf }: Pick<Reading, 'nameOf'>) {
  return keptOverrides(after).map(({ cleanerID, rules }) => ({
    cleaner: nameOf(cleanerID),
    rules: [...rules],
  }));
}

function isSame(a: Value, b: Value): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The ids of the cleaners in an audit entry. */
export function cleanersIn(kept: Kept): string[] {
  const crew = Array.isArray(kept?.crew) ? kept.crew.map(String) : [];
  const clocks = typeof kept?.clocks === 'object' && kept.clocks !== null ? Object.keys(kept.clocks) : [];
  return [...crew, ...clocks, ...keptOverrides(kept).map(({ cleanerID }) => cleanerID)];
}
