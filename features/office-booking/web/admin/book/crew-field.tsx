import { useState } from 'react';
import styles from '#features/jobs/web/parts/change.module.css';
import type { PackageReply } from '#features/packages/contract.ts';
import { suggestCleaners } from '#features/suggestions/contract.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Checkbox } from '#platform/web/design/parts/field.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { Skeleton } from '#platform/web/design/parts/states.tsx';
import { meetsLanguage, nobodyMeets, type WishfulHome } from './home-wishes.ts';

const PLACES = ['cleaner1ID', 'cleaner2ID', 'cleaner3ID', 'cleaner4ID', 'cleaner5ID'] as const;

type Crew = Partial<Record<(typeof PLACES)[number], string>> & { readonly cleanerType?: 'preferred' };

/** A crew as the booking call wants it: in the order in which they were chosen. Who was chosen is not replaced. */
export function crewOf(ids: readonly string[]): Crew {
  if (ids.length === 0) return {};
  return {
    ...Object.fromEntries(ids.map((id, place) => [PLACES[place] ?? '', id])),
    cleanerType: 'preferred',
  };
}

/** Who is shown before somebody asks for all. */
const FIRST = 6;
/** As many as the call gives at once. */
const MOST = 50;

interface CrewFieldProps {
  readonly pack: PackageReply;
  /** With only those of its wishes that count. */
  readonly home: WishfulHome & { readonly id: string };
  readonly startTime: string;
  readonly customerID: string;
  /** Who would come if nobody were chosen: ids. */
  readonly suggested: readonly string[];
  /** Ids, in places; none: those who are suggested. */
  readonly chosen: readonly string[];
  onChange(ids: readonly string[]): void;
}

/** Who is free at the first visit, the best first: chosen by hand, or left to the suggestion. */
export function CrewField({
  pack,
  home,
  startTime,
  customerID,
  suggested,
  chosen,
  onChange,
}: CrewFieldProps) {
  const [all, setAll] = useState(false);
  const visit = { packageID: pack.id, addressID: home.id, startTime, customerID };
  const people = useCall(suggestCleaners, { query: { ...visit, ...whoCounts(home), size: MOST } });
  if (people.isError)
    return <Notice kind="bad">We could not load who is free. {people.error.message}</Notice>;
  if (people.data === undefined) return <Skeleton words="Looking for cleaners" lines={3} bare />;
  // Of a series, who comes is who has time on the later dates too.
  const items = people.data.items.toSorted(
    (a, b) => Number(suggested.includes(b.id)) - Number(suggested.includes(a.id)),
  );
  const isNamed = ({ id }: { readonly id: string }) => suggested.includes(id) || chosen.includes(id);
  const fitting = items.filter((person) => meetsLanguage(person, home));
  const found = items.filter((person) => meetsLanguage(person, home) || isNamed(person));
  const shown = all ? found : found.filter((person, place) => place < FIRST || isNamed(person));
  const toggle = (id: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, id] : chosen.filter((one) => one !== id));
  return (
    <fieldset className={styles.form}>
      <legend>
        {chosen.length === 0
          ? 'Tick nobody, and those suggested will come.'
          : `${chosen.length} of ${pack.numCleaners} chosen by hand.`}
      </legend>
      {fitting.length === 0 && (
        <Notice kind="sun" live>
          {nobodyMeets(home)}
        </Notice>
      )}
      {shown.map(({ id, firstname, lastname = '', languages, reasons = [] }) => (
        <Checkbox
          key={id}
          label={`${firstname} ${lastname}`.trim()}
          hint={[
            suggested.includes(id) && 'Suggested',
            languages.join(', '),
            ...reasons.map(({ detail }) => detail),
          ]
            .filter(Boolean)
            .join(' · ')}
          checked={chosen.includes(id)}
          disabled={!chosen.includes(id) && chosen.length >= pack.numCleaners}
          onChange={(event) => toggle(id, event.target.checked)}
        />
      ))}
      {shown.length < found.length && (
        <Button kind="quiet" size="small" onClick={() => setAll(true)}>
          {`Show all ${found.length} who are free`}
        </Button>
      )}
    </fieldset>
  );
}

/**
 * Gender and pets are asked in full: otherwise the home's own would count. A language that was switched off is not asked
 * for; the home's own only ranks, so that whoever is suggested is among those who are found.
 */
function whoCounts({ genderPreference, hasPets, languagePreference }: WishfulHome) {
  return {
    gender: genderPreference,
    hasPets,
    ...(languagePreference === '' && { language: '' }),
  };
}
