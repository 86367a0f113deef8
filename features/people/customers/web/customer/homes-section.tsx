import { type ReactNode, useState } from 'react';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { SectionTitle } from '#platform/web/design/parts/page.tsx';
import { EmptyState, ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import type { AddressReply } from '../../address-shapes.ts';
import { listAddresses, trashAddress, untrashAddress, updateAddress } from '../../contract.ts';
import { homeName, placeOf } from '../parts/home-labels.ts';
import { HomeWithVisits, hasVisits } from '../parts/home-with-visits.tsx';
import styles from './account.module.css';
import { useAccountSentence, useAccountText } from './account-text.ts';
import { HomeForm } from './home-form.tsx';

/** More than any customer has. */
const MAX_HOMES = 200;

export interface HomesSectionProps {
  /** Asks which visits follow the change of a home; rendered by visits, a higher-level feature. */
  renderVisitsPrompt(home: AddressReply, close: () => void): ReactNode;
}

/** The customer's homes, primary first. */
export function HomesSection({ renderVisitsPrompt }: HomesSectionProps) {
  const { t } = useAccountText();
  const homes = useCall(listAddresses, { query: { size: MAX_HOMES, count: '0' } });
  const [open, setOpen] = useState<string | null>(null);
  const [changed, setChanged] = useState<AddressReply | null>(null);
  const close = () => setOpen(null);
  return (
    <section className={styles.section}>
      <SectionTitle>{t('homes')}</SectionTitle>
      {homes.isPending && <Skeleton words={t('homesLoading')} lines={3} bare />}
      {homes.isError && (
        <ErrorState
          retryLabel={t('again')}
          onRetry={() => void homes.refetch()}
          retrying={homes.isFetching && t('homesLoading')}
        >
          {t('homesFailed')}
        </ErrorState>
      )}
      {homes.isSuccess && homes.data.items.length === 0 && open === null && (
        <EmptyState title={t('noHomes')}>{t('noHomesText')}</EmptyState>
      )}
      {homes.isSuccess && homes.data.items.length > 0 && (
        <ul className={styles.lines}>
          {homes.data.items.map((home) => (
            <li key={home.id}>
              {open === home.id ? (
                <HomeForm home={home} onDone={close} onChanged={setChanged} />
              ) : (
                <HomeLine home={home} onChange={() => setOpen(home.id)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {open === 'new' && <HomeForm home={null} onDone={close} />}
      {homes.isSuccess && open !== 'new' && (
        <Button kind="quiet" onClick={() => setOpen('new')}>
          {t('addHome')}
        </Button>
      )}
      {changed !== null && renderVisitsPrompt(changed, () => setChanged(null))}
    </section>
  );
}

interface LineProps {
  readonly home: AddressReply;
  onChange(): void;
}

function HomeLine({ home, onChange }: LineProps) {
  const { t } = useAccountText();
  const sentenceOf = useAccountSentence();
  const name = homeName(home);
  const makeMain = useAct(updateAddress, { refresh: [listAddresses] });
  const { remove, problem, busy, forget } = useRemove(home);
  const failed = makeMain.error ?? (hasVisits(problem) ? null : problem);
  return (
    <>
      <div className={styles.line}>
        <span className={styles.words}>
          <b>{name}</b>
          <span className="k-muted">{placeOf(home.label === '' ? { ...home, addressLine1: '' } : home)}</span>
        </span>
        {home.isPrimary && <span className="k-muted k-small">{t('mainHome')}</span>}
      </div>
      <div className={styles.acts}>
        <TextButton onClick={onChange}>
          {t('changeHome')} <span className="k-hidden">{name}</span>
        </TextButton>
        {!home.isPrimary && (
          <TextButton onClick={() => makeMain.mutate({ params: { id: home.id }, body: { isPrimary: true } })}>
            {t('makeMain')} <span className="k-hidden">{name}</span>
          </TextButton>
        )}
        <TextButton onClick={() => remove(false)}>
          {t('removeHome')} <span className="k-hidden">{name}</span>
        </TextButton>
      </div>
      <HomeWithVisits
        problem={problem}
        words={{
          title: t('homeVisits.title'),
          text: t('homeVisits.text'),
          remove: t('homeVisits.remove'),
          removing: t('homeVisits.removing'),
          close: t('homeVisits.close'),
        }}
        busy={busy}
        onRemove={() => remove(true)}
        onClose={forget}
      />
      <SubmitProblem problem={failed} sentenceOf={sentenceOf} />
    </>
  );
}

/** Removes a home at once, with an undo button. */
function useRemove(home: AddressReply) {
  const { t } = useAccountText();
  const sentenceOf = useAccountSentence();
  const toast = useToast();
  const refresh = [listAddresses];
  const params = { id: home.id };
  const bringBack = useAct(untrashAddress, { refresh });
  const makeMain = useAct(updateAddress, { refresh });
  const undo = async () => {
    try {
      await bringBack.mutateAsync({ params });
      // Restores it as the primary home if it was.
      if (home.isPrimary) await makeMain.mutateAsync({ params, body: { isPrimary: true } });
    } catch (error) {
      toast.fail({ text: sentenceOf(error as Error) });
    }
  };
  const remove = useAct(trashAddress, {
    refresh,
    onSuccess: () => toast.show({ text: t('removed', { home: homeName(home) }), undo: () => void undo() }),
  });
  return {
    problem: remove.error,
    busy: remove.isPending,
    /** `acknowledge`: the customer knows about the visits that are booked there. */
    remove: (acknowledge: boolean) => remove.mutate({ params, body: { acknowledge } }),
    forget: () => remove.reset(),
  };
}
