import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { FigureField } from '#platform/web/office/figure-field.tsx';
import { FormFieldOf } from '#platform/web/office/form-panel.tsx';
import { Panel } from '#platform/web/office/record.tsx';
import type { RecordFormOf } from '#platform/web/office/use-record-form.ts';
import { CREDIT_TIERS } from '../../rules/credits.ts';
import styles from './credit-tiers.module.css';
import type { CustomerForm, TierHours } from './customer-layout.ts';

interface CreditTiersProps {
  readonly form: RecordFormOf<CustomerForm>;
  /** The current hours by tier; tiers without hours may be absent. */
  readonly held?: readonly { readonly perHour: number; readonly numCredits: number }[];
}

/** A customer's hours of credit by tier, with their new values and the reason. */
export function CreditTiers({ form, held = [] }: CreditTiersProps) {
  const { credits } = form.values;
  const heldIn = (perHour: number) => held.find((tier) => tier.perHour === perHour)?.numCredits ?? 0;
  const change = (perHour: number, typed: number | string | undefined) => {
    const others = credits.filter((tier) => tier.perHour !== perHour);
    const stays = typed === undefined || typed === heldIn(perHour);
    form.set({ credits: stays ? others : inOrder([...others, { perHour, numCredits: typed }]) });
  };
  return (
    <Panel
      title={t('Credit hours')}
      note={t('Each tier keeps the price it was bought at. Hours you add here cost the customer nothing.')}
    >
      <table className={styles.tiers}>
        <caption className="k-hidden">{t('Hours by tier')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('Tier')}</th>
            <th scope="col">{t('Has')}</th>
            <th scope="col">{t('Set to')}</th>
          </tr>
        </thead>
        <tbody>
          {CREDIT_TIERS.map((perHour) => {
            const next = credits.find((tier) => tier.perHour === perHour);
            return (
              <Tier
                key={perHour}
                perHour={perHour}
                held={heldIn(perHour)}
                next={next}
                onChange={(typed) => change(perHour, typed)}
              />
            );
          })}
        </tbody>
      </table>
      <p className={styles.error} role="alert">
        {form.errors.credits}
      </p>
      {credits.length > 0 && <FormFieldOf form={form} name="creditsReason" />}
    </Panel>
  );
}

interface TierProps {
  readonly perHour: number;
  readonly held: number;
  readonly next: TierHours | undefined;
  onChange(typed: number | string | undefined): void;
}

function Tier({ perHour, held, next, onChange }: TierProps) {
  const { hours } = useFormat();
  const name = tierName(perHour);
  return (
    <tr data-changed={next !== undefined || undefined}>
      <th scope="row">{name}</th>
      <td>{hours(held)}</td>
      <td>
        <FigureField
          name={`credits-${perHour}`}
          label={<span className="k-hidden">{t('{{name}}, set to', { name })}</span>}
          unit="hours"
          value={next?.numCredits ?? held}
          changed={next !== undefined}
          onChange={onChange}
        />
      </td>
    </tr>
  );
}

/** `S$25 an hour`, `Free hours` */
export function tierName(perHour: number): string {
  return perHour === 0 ? t('Free hours') : t('{{price}} an hour', { price: `S$${perHour}` });
}

/** A fixed order, so that equal hours compare as equal forms. */
function inOrder(tiers: readonly TierHours[]): readonly TierHours[] {
  return tiers.toSorted((a, b) => b.perHour - a.perHour);
}
