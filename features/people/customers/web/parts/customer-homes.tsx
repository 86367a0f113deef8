import { useCall } from '#platform/web/api/queries.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
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
    <Panel title="Homes" end={<TextLink href={`${at}/add`}>Add a home</TextLink>}>
      <Loaded query={homes} what="the homes">
        {({ items }) =>
          items.length === 0 ? (
            <p className="k-muted">No homes yet. Add one to book a job.</p>
          ) : (
            <PanelTable
              caption="Homes"
              items={items.toSorted((a, b) => a.trash - b.trash)}
              columns={[
                {
                  title: 'Home',
                  render: (home) => <TextLink href={`${at}/view/${home.id}`}>{homeName(home)}</TextLink>,
                },
                { title: 'Address', render: placeOf },
                { title: 'Notes', render: homeNotes },
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
    home.trash === 1 && 'In the trash',
    home.isPrimary && 'Primary',
    homeTypeName(home.type),
    home.hasPets && 'Pets',
    home.genderPreference !== '' && `${home.genderPreference === 'female' ? 'Female' : 'Male'} cleaner`,
    home.languagePreference,
  ];
  return words.filter((word) => word !== '' && word !== false).join(', ');
}
