import { useText } from '#platform/web/i18n/texts.ts';
import { SentPage } from '../parts/sent-page.tsx';
import { contactTexts } from '../texts.ts';

/** /contact-successful */
export function Component() {
  const { t } = useText(contactTexts);
  return (
    <SentPage
      subject={t('subjectOfSent')}
      title={t('sentTitle')}
      action={{ href: '/', label: t('toHome') }}
      nothing={{ title: t('nothing'), href: '/contact-us', label: t('toForm') }}
    >
      {t('sentText')}
    </SentPage>
  );
}
