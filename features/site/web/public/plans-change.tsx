import { usePlainBusiness } from '#features/settings/web/parts/use-plain-business.ts';
import { hours } from '#platform/web/format.ts';
import styles from './sections.module.css';
import { useSiteText } from './text.ts';

/** The money rules, before anybody asks. */
export function PlansChange() {
  const { t } = useSiteText();
  const rules = [...useOwnRules(), [t('ours'), t('oursFee')] as const];
  return (
    <section className={styles.plans}>
      <h2>{t('plans')}</h2>
      <dl>
        {rules.map(([when, what]) => (
          <div key={when}>
            <dt>{when}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const WAITING = [['\u00a0', '\u00a0'] as const, ['\u2007', '\u00a0'] as const];

/** When customers pay for a change of plans; two empty lines while the terms are on their way. */
function useOwnRules(): readonly (readonly [when: string, what: string])[] {
  const { t, language } = useSiteText();
  const terms = usePlainBusiness();
  if (terms === undefined) return WAITING;
  const { cancelFreeHours, lateFeePercent: percent } = terms;
  if (cancelFreeHours === 0 || percent === 0) return [[t('anytime'), t('earlyFee')]];
  const named = { hours: hours(cancelFreeHours, language), percent };
  return [
    [t('early', named), t('earlyFee')],
    [t('late', named), t(percent === 50 ? 'half' : 'share', named)],
  ];
}
