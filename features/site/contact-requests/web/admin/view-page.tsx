import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { createCustomer } from '#features/people/customers/contract.ts';
import { showPhone } from '#platform/kernel/mobile.ts';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { HistoryPanel, NotePanel, ReplyPanel, StatePanel, WrittenText } from '#platform/web/office/inbox.tsx';
import { FactList, Panel, Panels } from '#platform/web/office/record.tsx';
import { RecordFrame } from '#platform/web/office/record-frame.tsx';
import { useMayCall } from '#platform/web/session/use-may.ts';
import { type RequestReply, replyToRequest } from '../../contract.ts';
import { REQUESTS, STATES } from '../parts/contact-request.ts';

/** /admin/contact-requests/:requestID/view */
export function Component() {
  const mayBook = useMayCall(createCustomer);
  return (
    <RecordFrame
      of={REQUESTS}
      subtitle={({ subject }) => subject}
      acts={({ id }) =>
        mayBook && (
          <ButtonLink kind="quiet" size="small" icon={IconPlus} href={`/admin/jobs/new?request=${id}`}>
            {t('New job')}
          </ButtonLink>
        )
      }
    >
      {(request) => <Request request={request} />}
    </RecordFrame>
  );
}

function Request({ request }: { readonly request: RequestReply }) {
  const { email, mobile } = request;
  const { refresh, calls } = REQUESTS;
  const about = { item: request, refresh, update: calls.update, states: STATES };
  return (
    <Panels
      wide
      left={
        <>
          <Panel title={t('Message')}>
            <WrittenText>{request.message}</WrittenText>
          </Panel>
          <ReplyPanel item={request} refresh={refresh} reply={replyToRequest} to={email} instead="" />
          <HistoryPanel item={request} states={STATES} />
        </>
      }
      right={
        <>
          <StatePanel {...about} />
          <Panel title={t('Contact details')}>
            <FactList
              facts={{
                'E-mail': <TextLink href={`mailto:${email}`}>{email}</TextLink>,
                Phone: mobile === '' ? '' : <TextLink href={`tel:${mobile}`}>{showPhone(mobile)}</TextLink>,
              }}
            />
          </Panel>
          <NotePanel {...about} />
        </>
      }
    />
  );
}
