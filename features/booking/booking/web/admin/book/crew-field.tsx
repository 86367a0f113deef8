import { useState } from 'react';
import type { PackageReply } from '#features/catalogue/packages/contract.ts';
import { AssignAnyway } from '#features/work/jobs/web/office/assign-anyway.tsx';
import styles from '#features/work/jobs/web/office/job-sheets.module.css';
import { suggestCleaners } from '#features/work/schedule/contract/suggestions.ts';
import { listAvailable } from '#features/work/schedule/contract.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Checkbox } from '#platform/web/design/parts/field.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { Skeleton } from '#platform/web/design/parts/states.tsx';
import { t } from '#platform/web/i18n/office.ts';
import {
  type HomeWithPreferences,
  homeQuery,
  meetsLanguage,
  noMatchSentence,
  type VisitHome,
} from './home-preferences.ts';
import type { Size } from './use-booking.ts';

const CREW_FIELDS = ['cleaner1ID', 'cleaner2ID', 'cleaner3ID', 'cleaner4ID', 'cleaner5ID'] as const;

/** The manually chosen crew, and the reason for overriding a soft rule. */
interface ChosenCrew {
  /** Ids in order; empty for the suggested crew. */
  readonly ids: readonly string[];
  /** Empty if no rule is overridden. */
  readonly overrideReason: string;
}

export const NOBODY_CHOSEN: ChosenCrew = { ids: [], overrideReason: '' };

type Crew = Partial<Record<(typeof CREW_FIELDS)[number], string>> & {
  readonly cleanerType?: 'preferred';
  readonly overrideReason?: string;
};

/** The crew fields of a booking request, in the chosen order. Manually chosen cleaners are not replaced. */
export function crewOf({ ids, overrideReason }: ChosenCrew): Crew {
  if (ids.length === 0) return {};
  return {
    ...Object.fromEntries(ids.map((id, position) => [CREW_FIELDS[position] ?? '', id])),
    cleanerType: 'preferred',
    ...(overrideReason !== '' && { overrideReason }),
  };
}

/** Cleaners shown before "show all". */
const FIRST = 6;
/** The page size limit of the route. */
const MAX_PAGE_SIZE = 50;

interface CrewFieldProps {
  readonly pack: PackageReply;
  readonly size: Size;
  /** With the enabled preferences only. */
  readonly home: VisitHome;
  readonly startTime: string;
  /** Undefined for a new customer. */
  readonly customerID: string | undefined;
  /** Ids of the crew that would come by default. */
  readonly suggested: readonly string[];
  readonly chosen: ChosenCrew;
  onChange(crew: ChosenCrew): void;
}

/** Cleaners who are free at the first visit, best first: chosen manually, or left to the suggestion. */
export function CrewField({
  pack,
  size,
  home,
  startTime,
  customerID,
  suggested,
  chosen,
  onChange,
}: CrewFieldProps) {
  const visit = { packageID: pack.id, ...size, ...homeQuery(home), startTime };
  const people = useCall(suggestCleaners, {
    query: { ...visit, customerID, ...whoCounts(home), size: MAX_PAGE_SIZE },
  });
  const unsuited = useUnsuited(visit);
  if (people.isError)
    return (
      <Notice kind="bad">
        {t('We could not check who is free. {{message}}', { message: people.error.message })}
      </Notice>
    );
  if (people.data === undefined) return <Skeleton words={t('Looking for cleaners')} lines={3} bare />;
  const needsReason = (id: string) => unsuited.some((person) => person.id === id);
  const items = people.data.items.filter(({ id }) => !needsReason(id));
  const isFull = chosen.ids.length >= size.numCleaners;
  const choose = (ids: readonly string[]) =>
    onChange({ ids, overrideReason: ids.some(needsReason) ? chosen.overrideReason : '' });
  const choice = {
    ids: chosen.ids,
    isFull,
    toggle: (id: string, isOn: boolean) =>
      choose(isOn ? [...chosen.ids, id] : chosen.ids.filter((one) => one !== id)),
  };
  return (
    <fieldset className={`k-stack k-gap-12 k-mt-10 ${styles.form}`}>
      <legend className="k-mb-12">
        {chosen.ids.length === 0
          ? t('Leave everyone unticked to book the suggested crew.')
          : t('{{length}} of {{numCleaners}} chosen by hand.', {
              length: chosen.ids.length,
              numCleaners: size.numCleaners,
            })}
      </legend>
      <FreePeople items={items} home={home} suggested={suggested} choice={choice} />
      <UnsuitedPeople
        items={unsuited}
        choice={choice}
        reason={chosen.overrideReason}
        onAssign={(id, overrideReason) => onChange({ ids: [...chosen.ids, id], overrideReason })}
      />
    </fieldset>
  );
}

interface Choice {
  readonly ids: readonly string[];
  /** The crew is complete. */
  readonly isFull: boolean;
  toggle(id: string, isOn: boolean): void;
}

interface FreePeopleProps {
  readonly items: CallReply<typeof suggestCleaners>['items'];
  readonly home: HomeWithPreferences;
  readonly suggested: readonly string[];
  readonly choice: Choice;
}

/** Free cleaners who match, each with the reasons. */
function FreePeople({ items, home, suggested, choice }: FreePeopleProps) {
  const [all, setAll] = useState(false);
  const isNamed = ({ id }: { readonly id: string }) => suggested.includes(id) || choice.ids.includes(id);
  const fitting = items.filter((person) => meetsLanguage(person, home));
  // For a series, whoever is also available on the later dates comes.
  const found = items
    .filter((person) => meetsLanguage(person, home) || isNamed(person))
    .toSorted((a, b) => Number(suggested.includes(b.id)) - Number(suggested.includes(a.id)));
  const shown = all ? found : found.filter((person, index) => index < FIRST || isNamed(person));
  return (
    <>
      {fitting.length === 0 && (
        <Notice kind="sun" live>
          {noMatchSentence(home)}
        </Notice>
      )}
      {shown.map(({ id, firstname, fullname = firstname, languages, reasons = [] }) => (
        <Checkbox
          key={id}
          label={fullname}
          hint={[
            suggested.includes(id) && t('Suggested'),
            languages.join(', '),
            ...reasons.map(({ detail }) => detail),
          ]
            .filter(Boolean)
            .join(' · ')}
          checked={choice.ids.includes(id)}
          disabled={!choice.ids.includes(id) && choice.isFull}
          onChange={(event) => choice.toggle(id, event.target.checked)}
        />
      ))}
      {shown.length < found.length && (
        <Button kind="quiet" size="small" onClick={() => setAll(true)}>
          {t('Show all {{count}} free cleaners', { count: found.length })}
        </Button>
      )}
    </>
  );
}

interface UnsuitedPeopleProps {
  readonly items: readonly Unsuited[];
  readonly choice: Choice;
  /** The reason for choosing cleaners who do not match. */
  readonly reason: string;
  onAssign(id: string, reason: string): void;
}

/** Free cleaners who do not match; choosing one requires a reason. */
function UnsuitedPeople({ items, choice, reason, onAssign }: UnsuitedPeopleProps) {
  const [isOpen, setOpen] = useState(false);
  if (items.length === 0) return null;
  const isChosen = ({ id }: Unsuited) => choice.ids.includes(id);
  const shown = isOpen ? items : items.filter(isChosen);
  return (
    <>
      {!isOpen && shown.length < items.length && (
        <Button kind="quiet" size="small" onClick={() => setOpen(true)}>
          {items.length === 1
            ? t('Show 1 free cleaner who is not a match')
            : t('Show {{count}} free cleaners who are not a match', { count: items.length })}
        </Button>
      )}
      {shown.map((person) => {
        const name = person.fullname ?? person.firstname;
        if (isChosen(person))
          return (
            <Checkbox
              key={person.id}
              label={name}
              hint={t('{{detail}} Reason: {{reason}}', { detail: person.reason?.detail ?? '', reason })}
              checked
              onChange={() => choice.toggle(person.id, false)}
            />
          );
        return (
          <div key={person.id}>
            <p className="k-block k-strong">{name}</p>
            <p className={styles.note}>
              {[person.languages.join(', '), person.reason?.detail].filter(Boolean).join(' · ')}
            </p>
            {!choice.isFull && <AssignAnyway name={name} onAssign={(given) => onAssign(person.id, given)} />}
          </div>
        );
      })}
    </>
  );
}

type SoughtVisit = Size &
  ReturnType<typeof homeQuery> & { readonly packageID: string; readonly startTime: string };
type Unsuited = CallReply<typeof listAvailable>['items'][number];

/** Cleaners excluded only by soft rules, judged by the home's own preferences, including disabled ones. */
function useUnsuited(visit: SoughtVisit): Unsuited[] {
  const everybody = useCall(listAvailable, { query: { ...visit, explain: '1' } }).data?.items ?? [];
  return everybody.filter(({ reason }) => reason?.canOverride);
}

/**
 * Gender and pets are always sent: otherwise the home's own would apply. A disabled language is sent as '',
 * so that the home's own is ignored; an enabled one need not be sent, because the home's own is used for
 * ranking, and the suggested cleaners stay in the list. A home that is not added yet has none of its own.
 */
function whoCounts({ id, genderPreference, hasPets, languagePreference }: VisitHome) {
  return {
    gender: genderPreference,
    hasPets,
    ...((id === null || languagePreference === '') && { language: languagePreference }),
  };
}
