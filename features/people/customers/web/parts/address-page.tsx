import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { storedValues } from '#platform/web/office/field-value.tsx';
import type { Fieldset, FormFields } from '#platform/web/office/form-fields.ts';
import { FormPanels } from '#platform/web/office/form-panel.tsx';
import { LoadedRecord, RecordPage } from '#platform/web/office/record.tsx';
import { RecordForm } from '#platform/web/office/record-form.tsx';
import { ShowRecord } from '#platform/web/office/record-screens.tsx';
import { TrashButton } from '#platform/web/office/trash-button.tsx';
import { type RecordFormOf, type SavingCall, useRecordForm } from '#platform/web/office/use-record-form.ts';
import type { AddressReply } from '../../address-shapes.ts';
import { addresses, createAddress, getCustomer, trashAddress } from '../../contract.ts';
import type { CustomerReply } from '../../customer-shapes.ts';
import { CUSTOMERS } from './customer-frame.tsx';
import { homeName, placeOf } from './home-labels.ts';
import { type HomeForm, homeLayout, useAreaName } from './home-layout.ts';
import { HomeWithVisits, hasVisits } from './home-with-visits.tsx';
import { useFoundAddress } from './use-found-address.ts';

const HOME_READS = [addresses.list, addresses.get];

interface AddressPageProps {
  /** Asks which visits follow the change of a home; rendered by visits, a higher-level feature. */
  renderVisitsPrompt(home: AddressReply, close: () => void): ReactNode;
}

/** /admin/customers/:customerID/address/:action(/:addressID): `add`, `update` and `view` a customer's home. */
export function AddressPage(props: AddressPageProps) {
  const { customerID = '', action, addressID } = useParams();
  const customer = useCall(getCustomer, { params: { id: customerID } });
  return (
    <LoadedRecord query={customer} what={t('this customer')} title={t('Home')} list={CUSTOMERS}>
      {(person) => {
        if (action === 'add' || action === 'new') return <AddHome customer={person} />;
        const isForm = action === 'update' || action === 'edit';
        if ((!isForm && action !== 'view') || addressID === undefined)
          return <NoSuchPage customer={person} />;
        return <HomeRecord key={addressID} customer={person} id={addressID} isForm={isForm} {...props} />;
      }}
    </LoadedRecord>
  );
}

interface OfCustomer {
  readonly customer: CustomerReply;
}

/** The breadcrumb of the pages of a customer's homes. */
function listOf({ id, fullname }: CustomerReply) {
  return { title: fullname, to: `${CUSTOMERS.home}/${id}/view` };
}

function AddHome({ customer }: OfCustomer) {
  const navigate = useNavigate();
  const toast = useToast();
  const layout = homeLayout();
  const homes = useCall(addresses.list, { query: { customerID: customer.id, size: 1 } });
  const isFirst = homes.data?.items.length === 0;
  const form = useRecordForm<SavingCall, HomeForm>({
    call: createAddress,
    refresh: HOME_READS,
    blank: { ...layout.blank, isPrimary: isFirst },
    fields: isFirst ? withHint(layout.fields) : layout.fields,
    onSaved: () => {
      toast.show({ text: t('The home of {{fullname}} was added.', { fullname: customer.fullname }) });
      return navigate(listOf(customer).to);
    },
  });
  const submit: typeof form.submit = (event) => form.submit(event, { customerID: customer.id });
  return (
    <RecordPage list={listOf(customer)} title={t('New home')}>
      <RecordForm form={{ ...form, submit }} save={t('Add home')}>
        <HomePanels form={form} />
      </RecordForm>
    </RecordPage>
  );
}

function withHint(fields: FormFields<HomeForm>): FormFields<HomeForm> {
  return {
    ...fields,
    isPrimary: { ...fields.isPrimary, hint: t('A first home is always the primary one.') },
  };
}

interface HomeProps extends OfCustomer, AddressPageProps {
  readonly id: string;
  /** Editable rather than read-only. */
  readonly isForm: boolean;
}

function HomeRecord({ customer, id, isForm, renderVisitsPrompt }: HomeProps) {
  const query = useCall(addresses.get, { params: { id } });
  const at = `${CUSTOMERS.home}/${customer.id}/address`;
  return (
    <LoadedRecord query={query} what={t('this home')} title={t('Home')} list={listOf(customer)}>
      {(home) =>
        home.customerID !== customer.id ? (
          <NoSuchPage customer={customer} />
        ) : (
          <RecordPage
            list={listOf(customer)}
            title={homeName(home)}
            subtitle={
              home.trash === 1
                ? t('In the trash. {{place}}', { place: placeOf(home) })
                : t('{{place}}', { place: placeOf(home) })
            }
            tabs={[
              { label: t('Details'), to: `${at}/view/${id}` },
              { label: t('Change'), to: `${at}/update/${id}` },
            ]}
            acts={home.trash === 1 ? <TrashButton item={home} of={TRASHING} /> : <TrashHome home={home} />}
          >
            {isForm ? (
              <ChangeHome home={home} renderVisitsPrompt={renderVisitsPrompt} />
            ) : (
              <ShowHome home={home} />
            )}
          </RecordPage>
        )
      }
    </LoadedRecord>
  );
}

const VISITS_WORDS = {
  title: t('Visits are booked at this home'),
  text: t('They stay booked there. Change the home of each visit on its own page.'),
  remove: t('Move to trash anyway'),
  removing: t('Moving to trash'),
  close: t('Close'),
};

/** Trashes a home, after showing which visits are booked there. */
function TrashHome({ home }: { readonly home: AddressReply }) {
  const toast = useToast();
  const params = { id: home.id };
  const restore = useAct(addresses.untrash, { refresh: HOME_READS });
  const undo = () =>
    restore.mutate(
      { params },
      { onError: ({ message }) => toast.fail({ text: t('Could not undo. {{message}}', { message }) }) },
    );
  const act = useAct(trashAddress, {
    refresh: HOME_READS,
    onSuccess: () =>
      toast.show({ text: t('{{homeName}} is in the trash.', { homeName: homeName(home) }), undo }),
  });
  const failed = (problem: Error) => {
    if (!hasVisits(problem)) toast.fail({ text: problem.message });
  };
  const trash = (acknowledge: boolean) => act.mutate({ params, body: { acknowledge } }, { onError: failed });
  return (
    <>
      <Button kind="quiet" size="small" icon={IconTrash} onClick={() => trash(false)}>
        {t('Trash')}
      </Button>
      <HomeWithVisits
        problem={act.error}
        words={VISITS_WORDS}
        busy={act.isPending}
        onRemove={() => trash(true)}
        onClose={() => act.reset()}
      />
    </>
  );
}

const TRASHING = {
  calls: { trash: addresses.trash, untrash: addresses.untrash },
  one: t('home'),
  many: t('homes'),
  nameOf: (home: AddressReply) => homeName(home),
  refresh: HOME_READS,
};

function ChangeHome({ home, renderVisitsPrompt }: AddressPageProps & { readonly home: AddressReply }) {
  const [changed, setChanged] = useState<AddressReply | null>(null);
  const layout = homeLayout(home.type);
  const form = useRecordForm<SavingCall, HomeForm>({
    call: addresses.update,
    params: { id: home.id },
    refresh: HOME_READS,
    stored: storedValues<HomeForm>(layout, home),
    version: home.updatedAt,
    fields: layout.fields,
    onSaved: (reply) => setChanged(reply as AddressReply),
  });
  return (
    <>
      <RecordForm form={form} save={t('Save home')}>
        <HomePanels form={form} />
      </RecordForm>
      {changed !== null && renderVisitsPrompt(changed, () => setChanged(null))}
    </>
  );
}

function ShowHome({ home }: { readonly home: AddressReply }) {
  return <ShowRecord layout={homeLayout(home.type)} record={home as HomeForm} />;
}

/** The form's panels, with the area of the postal code below it. */
function HomePanels({ form }: { readonly form: RecordFormOf<HomeForm> }) {
  const { left, right } = homeLayout();
  // The field is only shown for the few homes that are elsewhere.
  const isHere = form.saved.country === homeLayout().blank.country;
  const shown = isHere ? left.map((panel) => without(panel, 'country')) : left;
  const area = useAreaName(form.values.postal);
  const isFound = useFoundAddress(form.values, form.set, form.saved as HomeForm);
  const postal = { ...form.fields.postal, hint: area ?? form.fields.postal.hint };
  const addressLine1 = { ...form.fields.addressLine1, ...(isFound && { hint: STREET_FOUND }) };
  return (
    <FormPanels
      form={{ ...form, fields: { ...form.fields, postal, addressLine1 } }}
      left={shown}
      right={right ?? []}
    />
  );
}

const STREET_FOUND = t('From the postal code. Correct it if it is wrong.');

function without({ names, ...panel }: Fieldset<HomeForm>, hidden: keyof HomeForm): Fieldset<HomeForm> {
  return { ...panel, names: names.filter((name) => name !== hidden) };
}

function NoSuchPage({ customer }: OfCustomer) {
  const { title, to } = listOf(customer);
  return (
    <RecordPage list={listOf(customer)} title={t('Home')}>
      <EmptyState
        title={t('We could not find this page.')}
        level={2}
        action={
          <ButtonLink kind="quiet" size="small" href={to}>
            {t('Back to {{title}}', { title })}
          </ButtonLink>
        }
      >
        {t('The link may be incomplete.')}
      </EmptyState>
    </RecordPage>
  );
}
