import { useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { PlainPage } from '#platform/web/office/plain-page.tsx';
import { Loaded, Panel, Panels } from '#platform/web/office/record.tsx';
import { examineProviders, type Finding, readSetup } from '../../contract.ts';
import { FindingRow } from '../office/findings.tsx';

const NEEDED: readonly Finding['provider'][] = ['mail', 'sms', 'payments'];

/** /admin/settings/providers: what the server has been given, and whether it answers. */
export function Component() {
  const found = useCall(examineProviders);
  const setup = useCall(readSetup);
  return (
    <PlainPage
      title={t('Connected services')}
      lead={t(
        'What Kemas uses, and whether it answers just now. It is configured on the server, because keys do not belong into a web page; this is the same look as the server’s own command, npm run doctor.',
      )}
      action={
        <Button
          kind="quiet"
          size="small"
          busy={found.isFetching && t('Testing')}
          onClick={() => void found.refetch()}
        >
          {t('Test again')}
        </Button>
      }
    >
      <Loaded query={found} what={t('the services')}>
        {({ items }) => {
          const ownEmail = setup.data?.account.email ?? '';
          const rows = (some: readonly Finding[], canTest: boolean) =>
            some.map((one) => (
              <FindingRow key={one.about} finding={one} canTest={canTest} ownEmail={ownEmail} />
            ));
          const needed = items.filter(({ provider }) => NEEDED.includes(provider));
          const others = items.filter(({ provider }) => provider !== null && !NEEDED.includes(provider));
          const server = items.filter(({ provider }) => provider === null);
          return (
            <Panels
              left={<Panel title={t('E-mail, SMS and cards')}>{rows(needed, true)}</Panel>}
              right={
                <>
                  <Panel title={t('The server')}>{rows(server, false)}</Panel>
                  <Panel title={t('If you want them')}>{rows(others, false)}</Panel>
                </>
              }
            />
          );
        }}
      </Loaded>
    </PlainPage>
  );
}
