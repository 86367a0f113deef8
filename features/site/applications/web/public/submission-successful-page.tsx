import { SentPage } from '#features/site/contact-requests/web/parts/sent-page.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { applyTexts } from '../texts.ts';

/** /submission-successful */
export function Component() {
  const { t } = useText(applyTexts);
  return (
    <SentPage
      subject={t('subjectOfSent')}
      title={t('sentTitle')}
      action={{ href: '/', label: t('toHome') }}
      nothing={{ title: t('nothing'), href: '/join-us', label: t('toForm') }}
    >
      {t('sentText')}
    </SentPage>
  );
}
