import { Link } from 'react-router';
import { useCall } from '#platform/web/api/queries.ts';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { t } from '#platform/web/i18n/office.ts';
import record from '#platform/web/office/record.module.css';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { listTexts, type TextReply } from '../../contract.ts';
import { textAddress } from './text-address.ts';
import styles from './texts.module.css';

/** /admin/messages: every template that can be changed. */
export function Component() {
  const texts = useCall(listTexts);
  return (
    <div className={record.record}>
      <PageTitle tab={t('Message texts')}>{t('Message texts')}</PageTitle>
      <div className={record.tabs} />
      <Loaded query={texts} what={t('the texts')}>
        {({ items }) => (
          <div className={`k-stack k-gap-24 k-mb-24 ${styles.list}`}>
            <Kinds title={t('To customers')} texts={items.filter(({ reader }) => reader === 'customer')} />
            <Kinds title={t('To cleaners')} texts={items.filter(({ reader }) => reader === 'cleaner')} />
            <Kinds title={t('To anyone')} texts={items.filter(({ reader }) => reader === 'anyone')} />
          </div>
        )}
      </Loaded>
    </div>
  );
}

const CHANNELS = { email: 'e-mail', sms: t('text message') } as const;

function Kinds({ title, texts }: { readonly title: string; readonly texts: readonly TextReply[] }) {
  const byKind = Map.groupBy(texts, ({ kind }) => kind);
  return (
    <Panel title={title}>
      <ul className={`k-ruled ${styles.kinds}`}>
        {[...byKind.values()].map((of) => (
          <TextKindRow key={of[0]?.kind} texts={of} />
        ))}
      </ul>
    </Panel>
  );
}

function TextKindRow({ texts }: { readonly texts: readonly TextReply[] }) {
  const [first] = texts;
  if (first === undefined) return null;
  const channels = [...new Set(texts.map(({ channel }) => CHANNELS[channel]))].join(t(' and '));
  const changed = texts.filter(({ isDefault }) => !isDefault).length;
  return (
    <li className="k-stack k-gap-2">
      <Link to={textAddress(first)}>{first.title}</Link>
      <p className={styles.quiet}>{first.when}</p>
      <p className={styles.quiet}>
        {t('By {{channels}}', { channels })}
        {changed > 0 &&
          t(', {{value}} changed', {
            value: changed === 1 ? t('1 text') : t('{{changed}} texts', { changed }),
          })}
      </p>
    </li>
  );
}
