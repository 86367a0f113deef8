import { SentPage } from '#features/site/contact-requests/web/parts/sent-page.tsx';
import { useApplyText } from '../text.ts';

/** /submission-successful */
export function Component() {
  const { t } = useApplyText();
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
