import { SentPage } from '../parts/sent-page.tsx';
import { useContactText } from '../text.ts';

/** /contact-successful */
export function Component() {
  const { t } = useContactText();
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
