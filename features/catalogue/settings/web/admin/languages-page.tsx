import { useCall } from '#platform/web/api/queries.ts';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { localeOf } from '#platform/web/i18n/language.ts';
import { officeLanguage, t } from '#platform/web/i18n/office.ts';
import record from '#platform/web/office/record.module.css';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { type LanguageReply, listLanguages } from '../../contract.ts';
import styles from './settings.module.css';

/** /admin/settings/languages: how complete each language is, and who has read it. */
export function Component() {
  const languages = useCall(listLanguages);
  return (
    <div className={record.record}>
      <PageTitle tab={t('Languages')}>{t('Languages')}</PageTitle>
      <div className={record.tabs} />
      <Loaded query={languages} what={t('the languages')}>
        {({ items }) => (
          <div className={`k-stack k-gap-24 k-mb-24 ${styles.languages}`}>
            {items.map((one) => (
              <LanguagePanel key={one.language} {...one} />
            ))}
          </div>
        )}
      </Loaded>
    </div>
  );
}

const PARTS = {
  customers: t('Site and customers’ area'),
  cleaners: t('Cleaners’ app'),
  messages: t('Messages'),
  office: t('Office'),
} as const;

function LanguagePanel({ language, name, isOffered, reviewedBy, parts }: LanguageReply) {
  const format = new Intl.NumberFormat(localeOf(officeLanguage()));
  return (
    <Panel title={name} note={reviewText({ language, isOffered, reviewedBy })}>
      <ul className="k-ruled">
        {parts.map(({ part, translated, all }) => (
          <li key={part} className="k-row k-between k-gap-16">
            <span>{PARTS[part]}</span>
            <span className={styles.share}>
              {t('{{translated}} of {{all}}, {{percent}}%', {
                translated: format.format(translated),
                all: format.format(all),
                // Only what is complete is 100%.
                percent: all === 0 ? 100 : Math.floor((translated / all) * 100),
              })}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function reviewText({
  language,
  isOffered,
  reviewedBy,
}: Pick<LanguageReply, 'language' | 'isOffered' | 'reviewedBy'>): string {
  if (language === 'en') return t('The language in which Kemas is written.');
  const offered = isOffered
    ? t('Offered to everyone.')
    : t('Only for people who choose it in their account.');
  const read =
    reviewedBy === ''
      ? t('No native speaker has reviewed it yet.')
      : t('Reviewed by {{name}}.', { name: reviewedBy });
  return t('{{offered}} {{read}}', { offered, read });
}
