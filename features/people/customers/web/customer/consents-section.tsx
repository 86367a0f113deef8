import { useAct } from '#platform/web/api/queries.ts';
import { Switch } from '#platform/web/design/parts/field.tsx';
import { SectionTitle } from '#platform/web/design/parts/page.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { getCustomer, updateCustomer } from '../../contract.ts';
import type { CustomerReply } from '../../customer-shapes.ts';
import { CONSENT_CHANNELS } from '../../rules/consents.ts';
import { useCustomersText } from '../text.ts';
import styles from './account.module.css';
import { useAccountSentence } from './account-text.ts';

/** The customer's consents per channel; changes are saved at once. */
export function ConsentsSection({ customer }: { readonly customer: CustomerReply }) {
  const { t } = useCustomersText();
  const sentenceOf = useAccountSentence();
  const save = useAct(updateCustomer, { refresh: [getCustomer] });
  const wanted = save.isPending ? save.variables?.body?.consents : undefined;
  const followUps = (save.isPending ? save.variables?.body?.followUps : undefined) ?? customer.followUps;
  const isOn = (channel: (typeof CONSENT_CHANNELS)[number]) =>
    (wanted?.[channel] ?? customer.consents?.[channel]) === true;
  return (
    <section className={styles.section}>
      <SectionTitle>{t('consents.title')}</SectionTitle>
      <p className="k-muted">{t('consents.lead')}</p>
      {CONSENT_CHANNELS.map((channel) => (
        <Switch
          key={channel}
          label={t(`consents.${channel}`)}
          checked={isOn(channel)}
          onChange={({ target }) => {
            if (save.isPending) return;
            const consents = { [channel]: target.checked };
            save.mutate({ params: { id: customer.id }, body: { consents } });
          }}
        />
      ))}
      <Switch
        label={t('consents.followUps')}
        checked={followUps === true}
        onChange={({ target }) => {
          if (!save.isPending)
            save.mutate({ params: { id: customer.id }, body: { followUps: target.checked } });
        }}
      />
      <p role="status">{save.isSuccess && t('consents.changed')}</p>
      <SubmitProblem problem={save.error} sentenceOf={sentenceOf} />
    </section>
  );
}
