import * as routes from '#features/routes.ts';
import { useSite } from '#features/site/content/web/parts/use-site.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { usePlainRead } from '#platform/web/api/use-plain-read.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { contactTexts } from '../texts.ts';
import styles from './request.module.css';

export const readDetails = lightCall<typeof import('../../contract.ts').readContactDetails>(
  routes.readContactDetails,
);

/** Other contact details: from the site content, otherwise from the settings. Renders nothing until they are known. */
export function ContactDetails() {
  const { t } = useText(contactTexts);
  const settings = usePlainRead(readDetails, {}).data;
  const site = useSite().data?.['contact-us'];
  const phone = site?.phone || settings?.phone || '';
  const email = site?.email || settings?.email || '';
  const { address = '', hours = '', mapUrl = '' } = site ?? {};
  if ([phone, email, address, hours].every((said) => said === '')) return null;
  return (
    <aside className={`k-stack k-gap-16 ${styles.side}`}>
      <h2>{t('direct')}</h2>
      {phone !== '' && (
        <TextLink roomy href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
          {t('call', { phone })}
        </TextLink>
      )}
      {email !== '' && (
        <TextLink roomy href={`mailto:${email}`}>
          {t('write', { email })}
        </TextLink>
      )}
      {hours !== '' && <Fact title={t('hours')} text={hours} />}
      {address !== '' && <Fact title={t('address')} text={address} />}
      {mapUrl !== '' && (
        <TextLink roomy href={mapUrl} rel="noopener">
          {t('map')}
        </TextLink>
      )}
    </aside>
  );
}

function Fact({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div>
      <h3>{title}</h3>
      <p className={styles.lines}>{text}</p>
    </div>
  );
}
