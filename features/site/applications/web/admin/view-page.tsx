import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { showPhone } from '#platform/kernel/mobile.ts';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { HistoryPanel, NotePanel, ReplyPanel, StatePanel, WrittenText } from '#platform/web/office/inbox.tsx';
import { FactList, Panel, Panels } from '#platform/web/office/record.tsx';
import { RecordFrame } from '#platform/web/office/record-frame.tsx';
import { type ApplicationReply, replyToApplication } from '../../contract.ts';
import { APPLICATIONS, STATES } from '../parts/application.ts';

/** /admin/applications/:applicationID/view */
export function Component() {
  return (
    <RecordFrame of={APPLICATIONS} subtitle={(item) => item.apply_for}>
      {(item) => <Application item={item} />}
    </RecordFrame>
  );
}

function Application({ item }: { readonly item: ApplicationReply }) {
  const { refresh, calls } = APPLICATIONS;
  const about = { item, refresh, update: calls.update, states: STATES };
  return (
    <Panels
      wide
      left={
        <>
          <Panel title={t('Application')}>
            <FactList
              facts={{
                'Applies for': item.apply_for,
                'Lives in': item.home_area,
                Experience: item.experience && <WrittenText>{item.experience}</WrittenText>,
                Message: item.message && <WrittenText>{item.message}</WrittenText>,
              }}
            />
          </Panel>
          <ReplyPanel
            item={item}
            refresh={refresh}
            reply={replyToApplication}
            to={item.email}
            instead={t('No e-mail address was given. Call instead.')}
          />
          <HistoryPanel item={item} states={STATES} />
        </>
      }
      right={
        <>
          <StatePanel {...about} />
          <HirePanel item={item} />
          <Panel title={t('Contact details')}>
            <FactList
              facts={{
                Phone: <TextLink href={`tel:${item.phone}`}>{showPhone(item.phone)}</TextLink>,
                'E-mail': item.email && <TextLink href={`mailto:${item.email}`}>{item.email}</TextLink>,
              }}
            />
          </Panel>
          <Panel title={t('For the work pass')} note={t('Not to be used when choosing between applicants.')}>
            <FactList facts={{ Nationality: item.nationality, Age: item.age, Gender: item.gender }} />
          </Panel>
          <NotePanel {...about} />
        </>
      }
    />
  );
}

/** A link to their cleaner page, or to hire them. */
function HirePanel({ item }: { readonly item: ApplicationReply }) {
  if (item.cleanerID !== null)
    return (
      <Panel title={t('Cleaner')}>
        <TextLink href={`/admin/cleaners/${item.cleanerID}/view`}>
          {t('Open {{firstname}}’s page', { firstname: item.firstname })}
        </TextLink>
      </Panel>
    );
  if (item.trash === 1) return null;
  return (
    <Panel title={t('Cleaner')} note={t('Fills in the new cleaner form and marks the application as hired.')}>
      <ButtonLink kind="quiet" size="small" icon={IconUserPlus} href={`${APPLICATIONS.home}/${item.id}/hire`}>
        {t('Hire')}
      </ButtonLink>
    </Panel>
  );
}
