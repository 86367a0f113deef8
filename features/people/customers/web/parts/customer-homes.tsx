import { useCall } from '#platform/web/api/queries.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import type { AddressReply } from '../../address-shapes.ts';
import { addresses } from '../../contract.ts';
import { CUSTOMERS } from './customer-frame.tsx';
import { homeName, homeTypeName, placeOf } from './home-labels.ts';

/** More than any customer has. */
const MAX_HOMES = 200;

/** A customer's homes, primary first, trashed ones last so that they can be restored. */
export function CustomerHomes({ customerID }: { readonly customerID: string }) {
  const at = `${CUSTOMERS.home}/${customerID}/address`;
  const homes = useCall(addresses.list, {
    query: { customerID, trash: '*', size: MAX_HOMES, count: '0' },
  });
  return (
    <Panel title={t('Homes')} end={<TextLink href={`${at}/add`}>{t('Add a home')}</TextLink>}>
      <Loaded query={homes} what={t('the homes')}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="k-muted">{t('No homes yet. Add one to book a job.')}</p>
          ) : (
            <PanelTable
              caption={t('Homes')}
              items={items.toSorted((a, b) => a.trash - b.trash)}
              columns={[
                {
                  title: t('Home'),
                  render: (home) => <TextLink href={`${at}/view/${home.id}`}>{homeName(home)}</TextLink>,
                },
                { title: t('Address'), render: placeOf },
                { title: t('Notes'), render: homeNotes },
              ]}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}

/** A summary of a home for the office. */
function homeNotes(home: AddressReply): string {
  const words = [
    home.trash === 1 && t('In the trash'),
    home.isPrimary && t('Primary'),
    homeTypeName(home.type),
    home.hasPets && t('Pets'),
    home.genderPreference !== '' &&
      (home.genderPreference === 'female' ? t('Female cleaner') : t('Male cleaner')),
    home.languagePreference,
  ];
  return words.filter((word) => word !== '' && word !== false).join(', ');
}
