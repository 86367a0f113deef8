import { useAct } from '#platform/web/api/queries.ts';
import { addDays, dayOfWire, today } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { Panel } from '#platform/web/office/record.tsx';
import { useMayCall } from '#platform/web/session/use-may.ts';
import type { CleanerReply } from '../../cleaner-shapes.ts';
import { cleaners, inviteCleaner } from '../../contract.ts';
import { CLEANERS } from './cleaner-page.tsx';

/** Days in which a cleaner counts as new. */
const NEW_FOR = 30;

/** What is still to do for a new cleaner, for those who may do it. */
export function FirstSteps({ cleaner }: { readonly cleaner: CleanerReply }) {
  const mayInvite = useMayCall(inviteCleaner);
  const isNew = dayOfWire(cleaner.createdAt) > addDays(today(), -NEW_FOR);
  const hasPhoto = cleaner.profilePhoto !== '';
  if (!mayInvite || !isNew || cleaner.trash === 1 || (hasPhoto && cleaner.invitedAt !== null)) return null;
  return (
    <Panel title={t('First steps')}>
      <ul className="k-stack k-left k-gap-12">
        {!hasPhoto && (
          <li>
            <TextLink href={`${CLEANERS.home}/${cleaner.id}/update`}>{t('Add a photo')}</TextLink>
            <span className="k-muted">{t(' Customers see it when they book.')}</span>
          </li>
        )}
        {cleaner.invitedAt === null && (
          <li>
            <InviteButton cleaner={cleaner}>{t('Send an SMS: you can sign in')}</InviteButton>
          </li>
        )}
      </ul>
    </Panel>
  );
}

/** When they were last invited, with a button to send it again; null if never. */
export function InvitationNote({ cleaner }: { readonly cleaner: CleanerReply }) {
  const { date, time } = useFormat();
  const mayInvite = useMayCall(inviteCleaner);
  if (cleaner.invitedAt === null) return null;
  return (
    <>
      {date(cleaner.invitedAt, 'dated')}, {time(cleaner.invitedAt)}{' '}
      {mayInvite && cleaner.trash === 0 && <InviteButton cleaner={cleaner}>{t('Send again')}</InviteButton>}
    </>
  );
}

interface InviteButtonProps {
  readonly cleaner: CleanerReply;
  readonly children: string;
}

function InviteButton({ cleaner, children }: InviteButtonProps) {
  const toast = useToast();
  const invite = useAct(inviteCleaner, {
    refresh: [cleaners.get],
    onSuccess: () =>
      toast.show({ text: t('The SMS to {{fullname}} is on its way.', { fullname: cleaner.fullname }) }),
  });
  return (
    <>
      <Button
        kind="quiet"
        size="small"
        busy={invite.isPending && t('Sending')}
        onClick={() => invite.mutate({ params: { id: cleaner.id } })}
      >
        {children}
      </Button>
      <span role="alert">{invite.error && ` ${invite.error.message}`}</span>
    </>
  );
}
