import { sizeName } from '#features/site/pages/rules/size-name.ts';
import { useJobsText } from '#features/work/jobs/web/parts/text.ts';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import styles from './booking.module.css';
import { RESIZED } from './draft.ts';
import { homeSizeOf } from './sizes.ts';
import { useBookingText } from './text.ts';
import { useBreakText } from './use-break-text.ts';
import type { Flow } from './use-flow.ts';

/** Fixed-price packages: home type, crew, duration and price. */
export function FixedPackages({ flow }: { flow: Flow }) {
  const { sizing, change } = flow;
  const { t } = useBookingText();
  const { t: jobsText } = useJobsText();
  const { hours, money } = useFormat();
  const breakText = useBreakText();
  const { wholes, pack } = sizing;
  const crewOf = ({ numCleaners, hoursPerCleaner }: (typeof wholes)[number]) => {
    const length = hours(hoursPerCleaner);
    const crew = jobsText('crew', { count: numCleaners });
    return numCleaners === 1 ? length : jobsText('crewHours', { crew, hours: length });
  };
  // Two packages for the same type of home are distinguished by name.
  const isAmbiguous = new Set(wholes.map(({ category }) => category)).size < wholes.length;
  const brings = pack?.suppliesIncluded ? t('home.includes') : '';
  const rests = pack ? breakText({ hours: pack.hoursPerCleaner, pack }) : '';
  return (
    <div>
      {pack === null && <NoFixedPrice flow={flow} />}
      <RadioRows
        label={t('home.which')}
        options={wholes.map((one) => ({
          value: one.id,
          label: isAmbiguous || one.category === '' ? one.label : one.category,
          note: t('home.whole', { crew: crewOf(one), price: money(one.price, { short: true }) }),
        }))}
        value={pack?.id ?? null}
        onChange={(packageID) => change({ ...RESIZED, packageID, hours: null })}
      />
      <p className="k-muted k-small" aria-live="polite">
        {brings} {rests}
      </p>
    </div>
  );
}

/** No package fits this home: names the nearest one, and whom to ask. */
function NoFixedPrice({ flow: { draft, homes, sizing } }: { flow: Flow }) {
  const { t, language } = useBookingText();
  const { money } = useFormat();
  const { home, nearest } = sizing;
  const isNamed = draft.home !== null || homeSizeOf(homes.picked?.type ?? '') !== null;
  return (
    <div className={styles.inset}>
      <Notice kind="sun" live action={<TextLink href="/contact-us">{t('home.askUs')}</TextLink>}>
        {t('home.noPrice', { home: isNamed ? t(`home.names.${home}`) : t('home.names.this') })}{' '}
        {nearest && (
          <span>
            {t('home.nearest', {
              home: sizeName(nearest.category || nearest.label, language),
              price: money(nearest.price, { short: true }),
            })}
          </span>
        )}
      </Notice>
    </div>
  );
}
