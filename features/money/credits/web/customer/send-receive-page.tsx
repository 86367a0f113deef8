import { useSearchParams } from 'react-router';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { BackLink, PageTitle } from '#platform/web/design/parts/page.tsx';
import { CREDITS } from '../parts/addresses.ts';
import styles from '../parts/credits.module.css';
import { useCreditsText } from '../parts/text.ts';
import { ReceivedGifts, SentGifts } from './gift/gift-history.tsx';
import { ReceiveGift } from './gift/receive-gift.tsx';
import { SendGift } from './gift/send-gift.tsx';
import { useGiftCode } from './gift/use-gift-code.ts';

const WAYS = ['send', 'receive'] as const;

/** Sends hours as a gift, or claims a gift; the tab is in the URL. */
export function Component() {
  const { t } = useCreditsText();
  const [search, setSearch] = useSearchParams();
  const code = useGiftCode();
  const way = WAYS.find((one) => one === search.get('show')) ?? (code === '' ? 'send' : 'receive');
  return (
    <div className={styles.page}>
      <div className={styles.section}>
        <div>
          <BackLink href={CREDITS}>{t('home.title')}</BackLink>
        </div>
        <PageTitle>{t('gift.title')}</PageTitle>
        <Segments
          label={t('gift.which')}
          hideLabel
          name="show"
          options={WAYS.map((value) => ({ value, label: t(`gift.${value}`) }))}
          value={way}
          onChange={(next) => setSearch({ show: next }, { preventScrollReset: true })}
        />
      </div>
      {way === 'send' ? <SendGift /> : <ReceiveGift key={code} code={code} />}
      {way === 'send' ? <SentGifts /> : <ReceivedGifts />}
    </div>
  );
}
