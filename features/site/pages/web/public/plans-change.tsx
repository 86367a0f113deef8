import { usePlainBusiness } from '#features/catalogue/settings/web/parts/use-plain-business.ts';
import type { SiteWords } from '#features/site/content/contract/site.ts';
import { RichText } from '#features/site/content/web/parts/rich-text.tsx';
import { hours } from '#platform/web/amounts.ts';
import styles from './sections.module.css';
import { useSiteText } from './text.ts';

interface PlansChangeProps {
  /** The office's texts. */
  readonly words: SiteWords['cancellation-policy'] | undefined;
}

/** The cancellation terms: the office's texts, with the current values from the settings. */
export function PlansChange({ words }: PlansChangeProps) {
  const { t } = useSiteText();
  const rules = [...useOwnRules(), [t('cancelledByUs'), t('cancelledByUsRefund')] as const];
  return (
    <section className={styles.plans}>
      <div>
        {words && <h2>{words.title}</h2>}
        <RichText html={words?.html ?? ''} />
      </div>
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

/** When customers pay for a change; two empty lines while the terms are loading. */
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
