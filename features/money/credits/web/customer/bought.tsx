import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs';
import IconReceipt2 from '@tabler/icons-react/dist/esm/icons/IconReceipt2.mjs';
import { VALID_MONTHS } from '#features/catalogue/packages/rules/credit-terms.ts';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { type Fact, FactList, PageTitle } from '#platform/web/design/parts/page.tsx';
import { TileWall, vars } from '#platform/web/design/tiles/tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useSession } from '#platform/web/session/session.ts';
import { CREDITS } from '../parts/addresses.ts';
import { columnsFor } from '../parts/columns.ts';
import styles from '../parts/credits.module.css';
import { useCreditsText } from '../parts/text.ts';
import type { BoughtHours } from './bought-state.ts';

/** Confirmation of a purchase, with its hours as tiles. */
export function Bought({ bought }: { bought: BoughtHours }) {
  const { t } = useCreditsText();
  const { hours } = useFormat();
  const { email } = useSession();
  const length = hours(bought.hours);
  const balance = hours(bought.balance);
  const columns = columnsFor(bought.hours);
  return (
    <article className={styles.page}>
      <div className={`${styles.wall} ${styles.laid}`} style={vars({ '--across': columns })}>
        <TileWall
          service="regular"
          laid={bought.hours}
          columns={columns}
          label={t('done.tiles', { hours: length })}
        />
      </div>
      <PageTitle size="big" tab={t('done.tab')}>
        {t('done.title', { hours: length })}
      </PageTitle>
      <p className={styles.lead}>
        {email ? t('done.lead', { balance, email }) : t('done.leadPlain', { balance })}
      </p>
      <div className={styles.narrow}>
        <FactList facts={useFacts(bought)} />
        <ButtonLink full href="/one-time/new">
          {t('done.book')}
        </ButtonLink>
        <ButtonLink full kind="quiet" href={CREDITS}>
          {t('done.credits')}
        </ButtonLink>
      </div>
    </article>
  );
}

function useFacts({ paid, receiptNo }: BoughtHours): Fact[] {
  const { t } = useCreditsText();
  const { money } = useFormat();
  return [
    {
      key: 'paid',
      icon: IconCreditCard,
      name: t('done.paid'),
      text: paid > 0 ? t('done.paidText', { amount: money(paid) }) : t('done.free'),
    },
    {
      key: 'receipt',
      icon: IconReceipt2,
      name: t('done.receipt'),
      text: t('done.receiptText', { number: receiptNo }),
    },
    {
      key: 'until',
      icon: IconCalendar,
      name: t('done.until'),
      text: t('done.untilText', { count: VALID_MONTHS }),
    },
  ];
}
