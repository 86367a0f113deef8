import { type SyntheticEvent, useState } from 'react';
import { listPackages } from '#features/catalogue/packages/contract.ts';
import { hourlyPrice, type JobType } from '#features/catalogue/packages/rules/package.ts';
import { JOB_TYPE_NAMES } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { type HomeSize, isSoldWhole } from '#features/site/pages/rules/home-offer.ts';
import { money } from '#platform/web/amounts.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Checkbox } from '#platform/web/design/parts/field.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { Tile } from '#platform/web/design/tiles/tile.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { t, tNodes } from '#platform/web/i18n/office.ts';
import { figureText, readFigure, type Unit } from '#platform/web/office/figure-text.ts';
import { createStartingPackages, readSetup } from '../../contract.ts';
import { SIZE_KEYS, STARTING_OFFERS } from '../../rules/starting-packages.ts';
import styles from '../office/setup.module.css';
import type { StepProps } from '../office/steps.ts';

const NAMES: Readonly<Record<JobType, string>> = {
  regular: t('Regular cleaning'),
  'one-time': t('One-time cleaning'),
  'spring-cleaning': t('Spring cleaning'),
  'moving-in-out': t('Moving in or out'),
};
const SIZES: Readonly<Record<HomeSize, string>> = {
  '3-room': t('3-room flat'),
  '4-room': t('4-room flat'),
  '5-room': t('5-room flat'),
  condo: t('Condo'),
  landed: t('Landed home'),
};

/** As typed: a number, or text that is none. */
type Typed = number | string | undefined;

interface HomeRow {
  readonly size: HomeSize;
  readonly numCleaners: Typed;
  readonly hoursPerCleaner: Typed;
  readonly price: Typed;
}

interface ServiceForm {
  readonly type: JobType;
  readonly isSold: boolean;
  readonly pricePerHour: Typed;
  readonly suppliesIncluded: boolean;
  readonly homes: readonly HomeRow[];
}

const STARTING: readonly ServiceForm[] = STARTING_OFFERS.map(
  ({ type, pricePerHour, suppliesIncluded, homes }) => ({
    type,
    isSold: true,
    pricePerHour,
    suppliesIncluded,
    homes: homes.map(({ price, ...home }) => ({ ...home, price })),
  }),
);

/** A home without hours is left out. */
const isLeftOut = ({ hoursPerCleaner }: HomeRow) => hoursPerCleaner === undefined || hoursPerCleaner === 0;

/** All services in one table by home size; one press adds them. */
export function ServicesStep({ setup, onDone }: StepProps) {
  const [services, setServices] = useState(STARTING);
  const add = useAct(createStartingPackages, { refresh: [readSetup, listPackages], onSuccess: onDone });
  const sold = services.filter(({ isSold, homes }) => isSold && !homes.every(isLeftOut));
  const count = sold.reduce((sum, { homes }) => sum + homes.filter((home) => !isLeftOut(home)).length, 0);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (add.isPending || count === 0) return;
    add.mutate({ body: { services: sold.map(bodyOf) } } as never);
  };
  // The server names the fields of what was sent; a home that was left out was not.
  const errors = new Map((add.error?.errors ?? []).map(({ path, message }) => [path, message]));
  const errorOf = (service: ServiceForm) => (path: string) =>
    errors.get(`services.${sold.findIndex(({ type }) => type === service.type)}.${path}`);
  const change = (type: JobType, to: (service: ServiceForm) => ServiceForm) =>
    setServices((all) => all.map((one) => (one.type === type ? to(one) : one)));
  return (
    <form className={`${styles.form} ${styles.wide}`} onSubmit={submit} noValidate>
      {setup.packages > 0 && (
        <Notice kind="good">
          {tNodes(
            '{{count}} packages are on sale. What is there for a home stays as it is; change it under {{textlink}}. This adds only what is missing.',
            {
              count: setup.packages,
              textlink: <TextLink href="/admin/packages">{t('Packages')}</TextLink>,
            },
          )}
        </Notice>
      )}
      <SubmitProblem problem={errors.size > 0 ? new Error(firstOf(errors)) : add.error} />
      <table className={styles.prices}>
        <caption className="k-hidden">{t('Hours and prices by home size')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('Home')}</th>
            {services.map((service) => (
              <th key={service.type} scope="col" data-service={service.type}>
                <ServiceHead
                  service={service}
                  error={errorOf(service)('pricePerHour')}
                  onChange={(part) => change(service.type, (one) => ({ ...one, ...part }))}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {SIZE_KEYS.map((size) => (
            <tr key={size}>
              <th scope="row">{SIZES[size]}</th>
              {services.map((service) => (
                <td key={service.type} data-label={JOB_TYPE_NAMES[service.type]}>
                  {service.isSold ? (
                    <HomeCell
                      service={service}
                      size={size}
                      errorAt={errorOf(service)}
                      onChange={(part) =>
                        change(service.type, (one) => ({
                          ...one,
                          homes: one.homes.map((home) => (home.size === size ? { ...home, ...part } : home)),
                        }))
                      }
                    />
                  ) : (
                    <span className="k-muted">{t('Not sold')}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.acts}>
        <Button
          type="submit"
          busy={add.isPending && t('Adding')}
          disabledReason={count === 0 && t('Choose at least one service')}
        >
          {setup.packages > 0 ? t('Add what is missing and continue') : addInWords(count)}
        </Button>
        <span className="k-muted">
          {tNodes('The price is what customers pay. For something else, {{textlink}}.', {
            textlink: <TextLink href="/admin/packages/new">{t('add a package')}</TextLink>,
          })}
        </span>
      </div>
    </form>
  );
}

function addInWords(count: number): string {
  return count === 1
    ? t('Add {{count}} package and continue', { count })
    : t('Add {{count}} packages and continue', { count });
}

function firstOf(errors: ReadonlyMap<string, string>): string {
  const [message = ''] = errors.values();
  return message;
}

function bodyOf({ type, pricePerHour, suppliesIncluded, homes }: ServiceForm) {
  const isWhole = isSoldWhole(type);
  return {
    type,
    suppliesIncluded,
    ...(!isWhole && { pricePerHour }),
    homes: homes
      .filter((home) => !isLeftOut(home))
      .map(({ price, ...home }) => ({ ...home, ...(isWhole && { price }) })),
  };
}

interface ServiceHeadProps {
  readonly service: ServiceForm;
  /** Of its price per hour. */
  readonly error: string | undefined;
  onChange(part: Partial<ServiceForm>): void;
}

/** A column's head: the service, whether it is sold, and what its homes have in common. */
function ServiceHead({ service, error, onChange }: ServiceHeadProps) {
  const { type, isSold, pricePerHour, suppliesIncluded } = service;
  return (
    <div className="k-stack k-gap-4">
      <span className="k-row k-gap-8">
        <Tile service={type} size={24} />
        <b>{JOB_TYPE_NAMES[type]}</b>
      </span>
      <Checkbox
        label={t('We sell this')}
        aria-label={t('We sell this: {{name}}', { name: NAMES[type] })}
        checked={isSold}
        onChange={({ target }) => onChange({ isSold: target.checked })}
      />
      {isSold && (
        <>
          <Checkbox
            label={t('Supplies included')}
            aria-label={t('Supplies included: {{name}}', { name: NAMES[type] })}
            checked={suppliesIncluded}
            onChange={({ target }) => onChange({ suppliesIncluded: target.checked })}
          />
          {isSoldWhole(type) ? (
            <span className={styles.cell}>{t('Price for the home')}</span>
          ) : (
            <Cell
              label={t('{{name}}: price per hour', { name: NAMES[type] })}
              unit="S$"
              value={pricePerHour}
              error={error}
              onChange={(value) => onChange({ pricePerHour: value })}
              before="S$"
              after={t('an hour')}
            />
          )}
        </>
      )}
    </div>
  );
}

interface HomeCellProps {
  readonly service: ServiceForm;
  readonly size: HomeSize;
  errorAt(path: string): string | undefined;
  onChange(part: Partial<HomeRow>): void;
}

/** What a home takes and costs. */
function HomeCell({ service, size, errorAt, onChange }: HomeCellProps) {
  const { type, homes } = service;
  const home = homes.find((one) => one.size === size);
  if (home === undefined) return null;
  const name = t('{{name}}, {{size}}', { name: NAMES[type], size: SIZES[size] });
  const sent = homes.filter((one) => !isLeftOut(one)).indexOf(home);
  const error = (field: string) => (sent < 0 ? undefined : errorAt(`homes.${sent}.${field}`));
  const wrong = ['numCleaners', 'hoursPerCleaner', 'totalHours', 'breakHours', 'price']
    .map(error)
    .find(Boolean);
  return (
    <div className={styles.home}>
      <span className={styles.cell}>
        <Cell
          label={t('{{name}}: cleaners', { name })}
          value={home.numCleaners}
          error={error('numCleaners')}
          onChange={(numCleaners) => onChange({ numCleaners })}
        />
        <span aria-hidden="true">×</span>
        <Cell
          label={t('{{name}}: hours', { name })}
          unit="hours"
          value={home.hoursPerCleaner}
          error={error('hoursPerCleaner') ?? error('totalHours') ?? error('breakHours')}
          onChange={(hoursPerCleaner) => onChange({ hoursPerCleaner })}
          after={t('h')}
        />
      </span>
      {isSoldWhole(type) ? (
        <Cell
          label={t('{{name}}: price', { name })}
          unit="S$"
          value={home.price}
          error={error('price')}
          onChange={(price) => onChange({ price })}
          before="S$"
        />
      ) : (
        <span className="k-figure">{priceText(service, home)}</span>
      )}
      {wrong && <small className="k-bad">{wrong}</small>}
    </div>
  );
}

/** What a visit by the hour costs; a dash while it is not known. */
function priceText({ pricePerHour }: ServiceForm, { numCleaners, hoursPerCleaner }: HomeRow): string {
  if (
    typeof pricePerHour !== 'number' ||
    typeof numCleaners !== 'number' ||
    typeof hoursPerCleaner !== 'number'
  )
    return '–';
  return money(
    hourlyPrice({ pricePerHour, numCleaners, hoursPerCleaner, suppliesCost: 0, suppliesIncluded: false }),
  );
}

interface CellProps {
  readonly label: string;
  readonly unit?: Unit;
  readonly value: Typed;
  readonly error: string | undefined;
  onChange(value: Typed): void;
  readonly before?: string;
  readonly after?: string;
}

/** A number in a table; what is typed stays as it is until it is left. */
function Cell({ label, unit, value, error, onChange, before, after }: CellProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <span className={`${styles.cell} ${unit === 'S$' ? '' : styles.small}`}>
      {before && <span aria-hidden="true">{before}</span>}
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-label={error === undefined ? label : `${label}. ${error}`}
        aria-invalid={error === undefined ? undefined : true}
        title={error}
        value={typed ?? figureText(value, unit)}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(readFigure(target.value, unit));
        }}
        onBlur={() => setTyped(null)}
      />
      {after && <span aria-hidden="true">{after}</span>}
    </span>
  );
}
