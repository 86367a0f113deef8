import { SessionsList } from '#features/people/accounts/web/parts/sessions-list.tsx';
import { useCall } from '#platform/web/api/queries.ts';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { PageTitle, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { type Language, language, useLanguage } from '#platform/web/i18n/language.ts';
import { useSession } from '#platform/web/session/session.ts';
import { useOwnId } from '#platform/web/session/use-may.ts';
import { getCustomer } from '../../contract.ts';
import type { CustomerReply } from '../../customer-shapes.ts';
import { haveAccount } from '../../rules/policy.ts';
import { AboutForm } from '../customer/about-form.tsx';
import styles from '../customer/account.module.css';
import { useAccountText } from '../customer/account-text.ts';
import { ConsentsSection } from '../customer/consents-section.tsx';
import { DataSection } from '../customer/data-section.tsx';
import { FacebookSection } from '../customer/facebook-section.tsx';
import { HomesSection, type HomesSectionProps } from '../customer/homes-section.tsx';
import { MobileSection } from '../customer/mobile-section.tsx';
import { CALENDAR, CARD, HOURS, PAYMENTS } from '../customer/paths.ts';

/** The account page: personal data, homes, consents and closing. */
export function AccountPage(props: HomesSectionProps) {
  const { t } = useAccountText();
  const id = useOwnId(haveAccount) ?? '';
  const read = useCall(getCustomer, { params: { id } });
  return (
    <div className={styles.page}>
      <PageTitle>{t('title')}</PageTitle>
      {read.isPending && <Skeleton words={t('loading')} lines={8} />}
      {read.data === undefined && read.isError && (
        <ErrorState
          retryLabel={t('again')}
          onRetry={() => void read.refetch()}
          retrying={read.isFetching && t('loading')}
        >
          {t('failed')}
        </ErrorState>
      )}
      {read.data !== undefined && <Account customer={read.data} {...props} />}
    </div>
  );
}

function Account({ customer, renderVisitsPrompt }: HomesSectionProps & { readonly customer: CustomerReply }) {
  const { t } = useAccountText();
  const { isFBlogged } = useSession();
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        {/* Remounted once a new address has taken effect: otherwise the form would send the old one as a
           change. */}
        <AboutForm key={customer.email} customer={customer} />
        <MobileSection customer={customer} />
        <HomesSection renderVisitsPrompt={renderVisitsPrompt} />
      </div>
      <div className={styles.column}>
        <MoneySection customer={customer} />
        <ConsentsSection customer={customer} />
        <LanguageSection />
        <FacebookSection customer={customer} />
        <section className={styles.section}>
          <SectionTitle>{t('sessions')}</SectionTitle>
          {isFBlogged && <p className="k-muted">{t('facebookSignedIn')}</p>}
          <SessionsList />
        </section>
        <DataSection customer={customer} />
      </div>
    </div>
  );
}

function MoneySection({ customer }: { readonly customer: CustomerReply }) {
  const { t } = useAccountText();
  const { hours } = useFormat();
  const last4 = customer.creditCardLast4;
  return (
    <section className={styles.section}>
      <SectionTitle>{t('money')}</SectionTitle>
      <ul className={styles.lines}>
        <li className={styles.line}>
          <TextLink roomy href={CARD}>
            {t('card')}
          </TextLink>
          <span className="k-muted">{last4 === null ? t('noCard') : t('cardNow', { last4 })}</span>
        </li>
        <li className={styles.line}>
          <TextLink roomy href={PAYMENTS}>
            {t('payments')}
          </TextLink>
        </li>
        <li className={styles.line}>
          <TextLink roomy href={HOURS}>
            {t('hours')}
          </TextLink>
          <span className="k-muted">{hours(customer.creditsLeft)}</span>
        </li>
        <li className={styles.line}>
          <TextLink roomy href={CALENDAR}>
            {t('calendar')}
          </TextLink>
        </li>
      </ul>
    </section>
  );
}

const LANGUAGE_NAMES: readonly { value: Language; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'zh', label: '中文' },
];

function LanguageSection() {
  const { t } = useAccountText();
  return (
    <section className={styles.section}>
      <SectionTitle>{t('language')}</SectionTitle>
      <Segments
        label={t('language')}
        hideLabel
        name="app-language"
        options={LANGUAGE_NAMES}
        value={useLanguage()}
        onChange={language.set}
      />
    </section>
  );
}
