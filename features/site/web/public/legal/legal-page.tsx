import { useBusiness } from '#features/settings/web/parts/use-business.ts';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import styles from './legal.module.css';
import { useLegalText } from './text.ts';

interface LegalPageProps {
  readonly title: 'terms' | 'privacy';
  readonly sections: readonly ('price' | 'late' | 'ours' | 'kept' | 'use' | 'seen' | 'card')[];
}

/** A title, and sections of a heading and a paragraph. */
export function LegalPage({ title, sections }: LegalPageProps) {
  const { t } = useLegalText();
  return (
    <div className={styles.page}>
      <PageTitle>{t(title)}</PageTitle>
      {sections.map((section) => (
        <section key={section}>
          <h2>{t(section)}</h2>
          <p>{section === 'late' ? <LateText /> : t(`${section}Text`)}</p>
        </section>
      ))}
    </div>
  );
}

/** What holds for a booking that is made now; each booking keeps the terms under which it was made. */
function LateText() {
  const { t } = useLegalText();
  const { hours } = useFormat();
  const terms = useBusiness();
  if (terms === undefined) return '\u00a0';
  const { cancelFreeHours, lateFeePercent: percent } = terms;
  if (cancelFreeHours === 0) return t('lateNever');
  const named = { hours: hours(cancelFreeHours), percent };
  if (percent === 0) return t('lateFree', named);
  return t('lateText', { ...named, share: t(`lateShare.${shareOf(percent)}`, named) });
}

/** How a share of the price is said: half, all of it, or so many percent. */
function shareOf(percent: number): 'half' | 'some' | 'all' {
  if (percent === 50) return 'half';
  return percent === 100 ? 'all' : 'some';
}
