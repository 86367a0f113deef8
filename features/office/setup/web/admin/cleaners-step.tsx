import { type SyntheticEvent, useState } from 'react';
import { listCleaners } from '#features/people/cleaners/contract.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Checkbox, SelectField, TelField, TextField } from '#platform/web/design/parts/field.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { t, tNodes } from '#platform/web/i18n/office.ts';
import { createFirstCleaners, readSetup } from '../../contract.ts';
import styles from '../office/setup.module.css';
import type { StepProps } from '../office/steps.ts';
import { timeOf } from './business-steps.tsx';

interface Person {
  readonly key: number;
  readonly name: string;
  readonly mobile: string;
}

const EMPTY_ROWS = 4;
const empty = (key: number): Person => ({ key, name: '', mobile: '' });
const isEmpty = ({ name, mobile }: Person) => name.trim() === '' && mobile.trim() === '';

const DAYS = [t('Sun'), t('Mon'), t('Tue'), t('Wed'), t('Thu'), t('Fri'), t('Sat')] as const;
/** In the order of a week. */
const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;
const HALF_HOURS = Array.from({ length: 31 }, (_, i) => 6 * 60 + i * 30);
const TIMES = HALF_HOURS.map((minute) => ({ value: String(minute), label: timeOf(minute) }));

/** Several cleaners at once, with the same hours. */
export function CleanersStep({ setup, onDone }: StepProps) {
  const [people, setPeople] = useState(() => Array.from({ length: EMPTY_ROWS }, (_, key) => empty(key)));
  const [weekdays, setWeekdays] = useState<readonly number[]>([1, 2, 3, 4, 5]);
  const [from, setFrom] = useState(9 * 60);
  const [until, setUntil] = useState(18 * 60);
  const add = useAct(createFirstCleaners, { refresh: [readSetup, listCleaners], onSuccess: onDone });
  const entered = people.filter((one) => !isEmpty(one));
  const errors = new Map((add.error?.errors ?? []).map(({ path, message }) => [path, message]));
  const change = (key: number, part: Partial<Person>) => {
    const next = people.map((one) => (one.key === key ? { ...one, ...part } : one));
    // There is always an empty row at the end.
    setPeople(next.every((one) => !isEmpty(one)) ? [...next, empty(next.length)] : next);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (add.isPending || entered.length === 0) return;
    const cleaners = entered.map(({ name, mobile }) => ({ name, mobile }));
    add.mutate({ body: { cleaners, hours: { weekdays: [...weekdays], from, until } } });
  };
  const isShown =
    errors.size === 0 ||
    [...errors.keys()].some((path) => !/^cleaners\.|^hours\.(until|weekdays)/.test(path));
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {setup.cleaners > 0 && (
        <Notice kind="good">
          {tNodes('{{count}} with working hours are there already: {{textlink}}.', {
            count: setup.cleaners,
            textlink: <TextLink href="/admin/cleaners">{t('Cleaners')}</TextLink>,
          })}
        </Notice>
      )}
      <SubmitProblem problem={isShown ? add.error : null} />
      <div className={styles.people}>
        {people.map((person, row) => {
          const sent = entered.indexOf(person);
          return (
            <div key={person.key} className={styles.person}>
              <TextField
                label={t('Name {{row}}', { row: row + 1 })}
                autoComplete="off"
                placeholder={row === 0 ? 'Lim Siew Hua' : undefined}
                value={person.name}
                error={errors.get(`cleaners.${sent}.name`)}
                onChange={({ target }) => change(person.key, { name: target.value })}
              />
              <TelField
                label={t('Mobile {{row}}', { row: row + 1 })}
                autoComplete="off"
                value={person.mobile}
                error={errors.get(`cleaners.${sent}.mobile`)}
                onChange={({ target }) => change(person.key, { mobile: target.value })}
              />
            </div>
          );
        })}
        <p className="k-muted">{t('When all rows are filled, another one appears.')}</p>
      </div>
      <fieldset>
        <legend>{t('They usually work')}</legend>
        <div className={styles.days}>
          {WEEK.map((day) => (
            <Checkbox
              key={day}
              label={DAYS[day]}
              checked={weekdays.includes(day)}
              onChange={({ target }) =>
                setWeekdays(target.checked ? [...weekdays, day] : weekdays.filter((one) => one !== day))
              }
            />
          ))}
        </div>
        <p role="alert" className="k-bad">
          {errors.get('hours.weekdays')}
        </p>
        <div className="k-pair">
          <SelectField
            label={t('From')}
            options={TIMES}
            value={String(from)}
            onChange={({ target }) => setFrom(Number(target.value))}
          />
          <SelectField
            label={t('Until')}
            options={TIMES}
            value={String(until)}
            error={errors.get('hours.until')}
            onChange={({ target }) => setUntil(Number(target.value))}
          />
        </div>
      </fieldset>
      <div className={styles.acts}>
        <Button
          type="submit"
          busy={add.isPending && t('Adding')}
          disabledReason={entered.length === 0 && t('Enter a name and a mobile number')}
        >
          {entered.length === 1
            ? t('Add {{count}} cleaner and continue', { count: entered.length })
            : t('Add {{count}} cleaners and continue', { count: entered.length })}
        </Button>
        <span className="k-muted">
          {tNodes('A list in a spreadsheet? {{textlink}}.', {
            textlink: <TextLink href="/admin/import?kind=cleaners">{t('Import a CSV file')}</TextLink>,
          })}
        </span>
      </div>
    </form>
  );
}
