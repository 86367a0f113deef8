import { t } from '#platform/web/i18n/office.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { FactList, Panel, Panels } from '#platform/web/office/record.tsx';
import { SessionsList, sessionsTexts } from '../parts/sessions-list.tsx';
import { OwnAccount } from './own-account.tsx';
import { OwnTotpPanel } from './own-totp-panel.tsx';

/** /admin/settings/:adminID/view: the own account. */
export function Component() {
  const { t: tSessions } = useText(sessionsTexts);
  return (
    <OwnAccount>
      {(admin) => (
        <Panels
          left={
            <>
              <Panel title={t('You')}>
                <FactList
                  facts={{
                    'Full name': admin.fullname,
                    'E-mail': admin.email,
                    'Sign-in name': admin.identity,
                  }}
                />
              </Panel>
              <OwnTotpPanel />
            </>
          }
          right={
            <Panel title={tSessions('title')} note={tSessions('hint')}>
              <SessionsList />
            </Panel>
          }
        />
      )}
    </OwnAccount>
  );
}
