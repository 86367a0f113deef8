import type { SoftRule } from '#features/work/schedule/rules/diary.ts';

/** What of a job an audit entry may have changed, and that is shown. */
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

/** Before or after, as the audit trail keeps it. */
export type Kept = Readonly<Record<string, unknown>> | null;

export interface Reading {
  /** A cleaner's name by id; empty for one who is not known. */
  nameOf(cleanerId: string): string;
  /** A time as it is kept → as the wire has it. */
  timeOf(kept: string): string;
}

/** What is different after an entry, field by field; what is not shown to people is left out. */
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

/** A cleaner's own start and finish, each a change of its own. */
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

type Override = { readonly cleanerId: string; readonly rules: readonly SoftRule[] };

function keptOverrides(kept: Kept): readonly Override[] {
  return Array.isArray(kept?.overridden) ? (kept.overridden as readonly Override[]) : [];
}

/** For which cleaners soft rules were set aside, by name, and which. */
export function overridesOf(after: Kept, { nameOf }: Pick<Reading, 'nameOf'>) {
  return keptOverrides(after).map(({ cleanerId, rules }) => ({
    cleaner: nameOf(cleanerId),
    rules: [...rules],
  }));
}

function isSame(a: Value, b: Value): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The cleaners that an entry names, by id. */
export function cleanersIn(kept: Kept): string[] {
  const crew = Array.isArray(kept?.crew) ? kept.crew.map(String) : [];
  const clocks = typeof kept?.clocks === 'object' && kept.clocks !== null ? Object.keys(kept.clocks) : [];
  return [...crew, ...clocks, ...keptOverrides(kept).map(({ cleanerId }) => cleanerId)];
}
