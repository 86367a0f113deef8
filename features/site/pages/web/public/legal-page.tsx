import { useLocation } from 'react-router';
import { readDetails } from '#features/site/contact-requests/web/parts/contact-details.tsx';
import { RichText } from '#features/site/content/web/parts/rich-text.tsx';
import { useSite } from '#features/site/content/web/parts/use-site.ts';
import { usePlainRead } from '#platform/web/api/use-plain-read.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { legalTexts } from './legal/texts.ts';
import styles from './legal.module.css';

const LEGAL_NAMES = ['terms-and-conditions', 'terms-of-service', 'privacy-policy'] as const;
/** The block with its text; its address is the same. */
export type LegalName = (typeof LEGAL_NAMES)[number];

/**
 * /terms-and-conditions: the terms between a customer and the business. /terms-of-service: those for using the site.
 * /privacy-policy: which data we store about customers, why, and who sees it.
 */
export function Component() {
  const { pathname } = useLocation();
  const name = LEGAL_NAMES.find((each) => pathname.startsWith(`/${each}`)) ?? LEGAL_NAMES[0];
  const { t } = useText(legalTexts);
  const site = useSite();
  const words = site.data?.[name];
  return (
    <div className={`k-stack k-gap-20 ${styles.page}`}>
      <PageTitle>{words?.title || t(name)}</PageTitle>
      {words && <p>{words.lead}</p>}
      {site.isPending && <Skeleton words={t('loading')} lines={8} />}
      {site.isError && (
        <ErrorState
          retryLabel={t('tryAgain')}
          onRetry={() => site.refetch()}
          retrying={site.isFetching ? t('loading') : false}
        >
          {t('failed')}
        </ErrorState>
      )}
      {words?.sections.map(({ title, html }) => (
        <section key={title}>
          <h2>{title}</h2>
          <RichText html={html} />
        </section>
      ))}
      <WriteTo />
    </div>
  );
}

/** A contact link: the business's e-mail address if there is one, otherwise the form. */
function WriteTo() {
  const { t } = useText(legalTexts);
  const { email = '' } = usePlainRead(readDetails, {}).data ?? {};
  return (
    <p>
      <TextLink roomy href={email === '' ? '/contact-us' : `mailto:${email}`}>
        {email === '' ? t('writeHere') : t('writeTo', { email })}
      </TextLink>
    </p>
  );
}
