import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listPackages, type PackageReply } from '#features/catalogue/packages/contract.ts';
import { isCreditPackage } from '#features/catalogue/packages/rules/package.ts';
import { CustomerField } from '#features/money/payments/web/parts/customer-field.tsx';
import type { AddressReply } from '#features/people/customers/address-shapes.ts';
import { listAddresses } from '#features/people/customers/contract.ts';
import { placeOf } from '#features/people/customers/web/parts/home-labels.ts';
import { callApi } from '#platform/web/api/api.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { SelectField, TextField } from '#platform/web/design/parts/field.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { Skeleton } from '#platform/web/design/parts/states.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { t, tNodes } from '#platform/web/i18n/office.ts';
import type { FormFields } from '#platform/web/office/form-fields.ts';
import { FormPanels } from '#platform/web/office/form-panel.tsx';
import { FactList, Panel } from '#platform/web/office/record.tsx';
import { RecordForm } from '#platform/web/office/record-form.tsx';
import { useRecordForm } from '#platform/web/office/use-record-form.ts';
import type { Job, UpdatePreview } from '../../contract/shapes.ts';
import { previewUpdate, updateAndCharge, updateJob } from '../../contract.ts';
import type { DifferenceAction } from '../../rules/price-difference.ts';
import { mayChange } from '../office/crew-plan.ts';
import { JOB_READS, JobFrame } from '../office/job-frame.tsx';
import { nameOf } from '../office/job-labels.ts';
import styles from '../office/job-sheets.module.css';

/** /admin/jobs/:jobID/update */
export function Component() {
  return <JobFrame>{(job) => <JobUpdateForm key={job.id} job={job} />}</JobFrame>;
}

const NOT_CHOSEN: DifferenceChoice = { action: null, reason: '' };

function JobUpdateForm({ job }: { readonly job: Job }) {
  const choices = useChoices(job);
  const [choice, setChoice] = useState(NOT_CHOSEN);
  const form = useRecordForm<typeof updateJob, JobForm>({
    call: updateJob,
    params: { id: job.id },
    refresh: JOB_READS,
    stored: valuesOf(job),
    version: job.updatedAt,
    fields: fieldsOf(job, choices),
    onSaved: () => setChoice(NOT_CHOSEN),
  });
  const changes = changedBooking(job, form.values);
  const rebooks = Object.keys(changes).length > 0;
  const preview = usePreview(job, changes);
  const charge = useAct(updateAndCharge, { refresh: JOB_READS, onSuccess: () => setChoice(NOT_CHOSEN) });
  const { difference = 0 } = preview.data ?? {};
  const submit: typeof form.submit = async (event) => {
    if (choice.action !== 'charge') return form.submit(event, rebooks ? decisionOf(choice, difference) : {});
    event?.preventDefault();
    const sent = Object.fromEntries(
      Object.entries(form.values).filter(([name]) => form.isChanged(name as keyof JobForm)),
    );
    if (!charge.isPending) charge.mutate({ params: { id: job.id }, body: { ...sent, difference } });
  };
  return (
    <RecordForm
      form={{
        ...form,
        submit,
        sending: form.sending || charge.isPending,
        problem: form.problem ?? charge.error,
      }}
      save={choice.action === 'charge' ? t('Charge and save') : t('Save changes')}
    >
      <FormPanels
        form={form}
        left={[...(mayChange(job) ? [BOOKED_FIELDS] : []), NOTE_FIELDS]}
        right={[]}
        beside={
          <>
            {isHomeOutdated(job, choices.homes) && mayChange(job) && <CorrectedHome job={job} />}
            {mayChangeCustomer(job) && <AnotherCustomer job={job} />}
            {rebooks && <Consequences job={job} preview={preview} choice={choice} onChoose={setChoice} />}
          </>
        }
      />
    </RecordForm>
  );
}

const BOOKED_FIELDS = {
  title: t('Booking'),
  note: t("Change the time and crew on the job's page."),
  names: ['addressID', 'packageID', 'hours', 'numCleaners', 'cleanerType', 'requireCleaningSupplies'],
} as const;
const NOTE_FIELDS = { title: t('Notes'), names: ['label', 'specialRequests', 'contactDetails'] } as const;

/** The parts of the request that depend on the price difference. */
function decisionOf({ action, reason }: DifferenceChoice, difference: number) {
  return {
    difference,
    ...(action === null || action === 'charge' ? {} : { differenceAction: action }),
    ...(action === 'waive' ? { reason } : {}),
  };
}

/** Shown if the stored home was corrected after this visit was booked. */
function CorrectedHome({ job }: { readonly job: Job }) {
  const act = useAct(updateJob, { refresh: JOB_READS });
  return (
    <Panel title={t('Corrected home')}>
      <p>{t('The address of this home has changed since this visit was booked.')}</p>
      <SubmitProblem problem={act.error} />
      <Button
        kind="quiet"
        busy={act.isPending && t('Correcting')}
        onClick={() => act.mutate({ params: { id: job.id }, body: { addressID: job.addressID } })}
      >
        {t('Use the new address')}
      </Button>
    </Panel>
  );
}

/** Only a single unpaid visit without hours of credit, which may have been booked for the wrong customer. */
export function mayChangeCustomer({ status, seriesID, creditsUsed = 0 }: Job): boolean {
  return status === 'pending' && seriesID === null && creditsUsed === 0;
}

/** Moves an unpaid visit to another customer and one of their homes. */
export function AnotherCustomer({ job }: { readonly job: Job }) {
  const [isOpen, setOpen] = useState(false);
  const [customerID, setCustomer] = useState('');
  return (
    <Panel title={t('Customer')} note={job.customer.fullname}>
      {isOpen ? (
        <div className={`k-stack k-gap-12 k-mt-10 ${styles.form}`}>
          <CustomerField value={customerID} onChoose={setCustomer} />
          {customerID !== '' && <ChooseHome key={customerID} job={job} customerID={customerID} />}
        </div>
      ) : (
        <Button kind="quiet" size="small" onClick={() => setOpen(true)}>
          {t('Book it for another customer')}
        </Button>
      )}
    </Panel>
  );
}

interface ChooseHomeProps {
  readonly job: Job;
  readonly customerID: string;
}

function ChooseHome({ job, customerID }: ChooseHomeProps) {
  const toast = useToast();
  const homes = useCall(listAddresses, { query: { customerID, size: 100 } });
  const [chosen, choose] = useState('');
  const act = useAct(updateJob, {
    refresh: JOB_READS,
    onSuccess: ({ customer }) =>
      toast.show({ text: t('The visit is now booked for {{fullname}}.', { fullname: customer.fullname }) }),
  });
  if (homes.data === undefined) return <Skeleton words={t('Looking up the homes')} lines={2} bare />;
  const [first] = homes.data.items;
  if (first === undefined) {
    return (
      <p>
        {tNodes('This customer has no home yet. {{textlink}}', {
          textlink: (
            <TextLink href={`/admin/customers/${customerID}/address/add`}>{t('Add a home')}</TextLink>
          ),
        })}
      </p>
    );
  }
  const addressID = chosen || first.id;
  return (
    <>
      <SelectField
        label={t('Home')}
        options={homes.data.items.map((home) => ({ value: home.id, label: placeOf(home) }))}
        value={addressID}
        onChange={(event) => choose(event.target.value)}
      />
      <SubmitProblem problem={act.error} />
      <Button
        kind="quiet"
        busy={act.isPending && t('Changing')}
        onClick={() => act.mutate({ params: { id: job.id }, body: { customerID, addressID } })}
      >
        {t('Book it for this customer')}
      </Button>
    </>
  );
}

type BookingChanges = Partial<Pick<Job, BookedName>>;

/** The preview of a change, fetched again whenever the change differs. */
export function usePreview(job: Job, changes: BookingChanges) {
  return useQuery({
    queryKey: [previewUpdate.path, job.id, job.updatedAt, changes],
    queryFn: () => callApi(previewUpdate, { params: { id: job.id }, body: changes }),
    enabled: Object.keys(changes).length > 0,
    retry: false,
  });
}

/** The office's choice about the price difference. */
export interface DifferenceChoice {
  readonly action: DifferenceAction | null;
  readonly reason: string;
}

interface ConsequencesProps {
  readonly job: Job;
  readonly preview: ReturnType<typeof usePreview>;
  readonly choice: DifferenceChoice;
  onChoose(choice: DifferenceChoice): void;
}

/** The previewed crew and price, and the choice about the difference. */
export function Consequences({ job, preview, choice, onChoose }: ConsequencesProps) {
  return (
    <Panel title={t('What this changes')}>
      {preview.isError && (
        <Notice kind="bad" live>
          {preview.error.message}
        </Notice>
      )}
      {preview.isPending && <Skeleton words={t('Working out crew and price')} lines={4} bare />}
      {preview.data && (
        <div className={`k-stack k-gap-12 k-mt-10 ${styles.form}`}>
          <PreviewFacts job={job} preview={preview.data} />
          {preview.data.actions.length > 0 && (
            <DifferenceField preview={preview.data} choice={choice} onChoose={onChoose} />
          )}
        </div>
      )}
    </Panel>
  );
}

function PreviewFacts({ job, preview }: { readonly job: Job; readonly preview: UpdatePreview }) {
  const { time, money } = useFormat();
  const { cleaners, joining, leaving, difference, creditsReturned } = preview;
  const names = (people: UpdatePreview['cleaners']) => people.map(nameOf).join(', ');
  const sign = difference > 0 ? '+' : '−';
  return (
    <FactList
      facts={{
        Time: t('{{time}} to {{time2}}', { time: time(preview.startTime), time2: time(preview.endTime) }),
        Crew: names(cleaners),
        ...(joining.length > 0 && { 'Newly assigned': names(joining) }),
        ...(leaving.length > 0 && { 'No longer coming': names(leaving) }),
        Price:
          difference === 0
            ? t('{{money}}, unchanged', { money: money(preview.amountToPay) })
            : t('{{money}} instead of {{money2}} ({{sign}}{{money3}})', {
                money: money(preview.amountToPay),
                money2: money(job.amountToPay ?? 0),
                sign,
                money3: money(Math.abs(difference)),
              }),
        ...(creditsReturned > 0 && { 'Hours returned': String(creditsReturned) }),
      }}
    />
  );
}

function DifferenceField({
  preview,
  choice,
  onChoose,
}: Pick<ConsequencesProps, 'choice' | 'onChoose'> & { readonly preview: UpdatePreview }) {
  const { money } = useFormat();
  const amount = money(Math.abs(preview.difference));
  const words: Readonly<Record<DifferenceAction, { readonly label: string; readonly note: string }>> = {
    charge: {
      label: t('Charge {{amount}} now', { amount }),
      note: t('To the saved card. The visit changes once it is paid.'),
    },
    waive: { label: t('Waive {{amount}}', { amount }), note: t('The customer pays nothing more.') },
    refund: { label: t('Refund {{amount}}', { amount }), note: t('To the card used for the payment.') },
    keep: { label: t('Keep what was paid'), note: t('Nothing is refunded.') },
  };
  return (
    <>
      <RadioRows
        label={t('The difference')}
        name="difference"
        options={preview.actions.map((action) => ({ value: action, ...words[action] }))}
        value={choice.action}
        onChange={(action) => onChoose({ ...choice, action })}
      />
      {choice.action === 'waive' && (
        <TextField
          label={t('Reason')}
          hint={t("Shown in the job's history.")}
          maxLength={300}
          value={choice.reason}
          onChange={(event) => onChoose({ ...choice, reason: event.target.value })}
        />
      )}
    </>
  );
}

/** The fields in the office's form; time and crew are changed in their own sheets. */
const BOOKED = [
  'addressID',
  'packageID',
  'hours',
  'numCleaners',
  'cleanerType',
  'requireCleaningSupplies',
] as const;
const NOTES = ['label', 'specialRequests', 'contactDetails'] as const;

export type BookedName = (typeof BOOKED)[number];
export type JobForm = Pick<Job, BookedName | (typeof NOTES)[number]>;

export function valuesOf(job: Job): JobForm {
  const names = [...BOOKED, ...NOTES];
  return Object.fromEntries(names.map((name) => [name, job[name]])) as unknown as JobForm;
}

/** The booked fields that differ from the job. */
export function changedBooking(job: Job, values: JobForm): Partial<Pick<Job, BookedName>> {
  return Object.fromEntries(
    BOOKED.flatMap((name) => (values[name] === job[name] ? [] : [[name, values[name]]])),
  );
}

/** The options: the customer's homes and the packages for visits. */
export function useChoices(job: Job) {
  const homes =
    useCall(listAddresses, { query: { customerID: job.customerID, size: 100 } }).data?.items ?? [];
  const packages = useCall(listPackages, { query: { size: 500 } }).data?.items ?? [];
  return { homes, packages: packages.filter((pack) => !isCreditPackage(pack)) };
}

type Choices = ReturnType<typeof useChoices>;

export function fieldsOf(job: Job, { homes, packages }: Choices): FormFields<JobForm> {
  return {
    addressID: { label: t('Home'), kind: 'choice', span: 6, options: homeOptions(job, homes) },
    packageID: {
      label: t('Package'),
      kind: 'choice',
      span: 6,
      options: packageOptions(job, packages),
      also: (id) => sizeOf(packages.find((pack) => pack.id === id)),
    },
    hours: { label: t('Hours per cleaner'), kind: 'number' },
    numCleaners: { label: t('Cleaners'), kind: 'number' },
    cleanerType: {
      label: t('Choice of cleaners'),
      kind: 'choice',
      span: 6,
      options: [
        { value: 'any', label: t('Anyone who is free') },
        { value: 'preferred', label: t('Only cleaners from this crew') },
      ],
    },
    requireCleaningSupplies: { label: t('We bring supplies'), kind: 'flag', span: 6 },
    label: {
      label: t('Label'),
      span: 6,
      hint: t('Printed on receipts and in messages. Helps you find this job.'),
    },
    specialRequests: {
      label: t('Special requests'),
      kind: 'paragraph',
      span: 6,
      hint: t('The crew reads this.'),
    },
    contactDetails: {
      label: t('Access'),
      kind: 'paragraph',
      span: 6,
      hint: t('Who to ask for, where the keys are.'),
    },
  };
}

/** The job's own home and package stay available even if they are trashed. */
function homeOptions(job: Job, homes: readonly AddressReply[]) {
  const booked = {
    id: job.addressID,
    addressLine1: job.job_address_addressLine1,
    addressLine2: job.job_address_addressLine2,
    postal: job.job_address_postal,
  };
  const all = homes.some(({ id }) => id === job.addressID) ? homes : [booked, ...homes];
  return all.map(({ id, addressLine1, addressLine2, postal }) => ({
    value: id,
    label: [addressLine1, addressLine2, postal].filter((part) => part !== '').join(', '),
  }));
}

function packageOptions(job: Job, packages: readonly PackageReply[]) {
  const all = packages.some(({ id }) => id === job.packageID) ? packages : [job.package, ...packages];
  return all.map(({ id, label }) => ({ value: id, label }));
}

function sizeOf(pack: PackageReply | undefined): Partial<JobForm> {
  if (pack === undefined) return {};
  const { hoursPerCleaner, numCleaners, suppliesIncluded } = pack;
  const supplies = suppliesIncluded ? { requireCleaningSupplies: true } : {};
  return { hours: hoursPerCleaner, numCleaners, ...supplies };
}

/** Whether the home's address has changed since the visit was booked. */
export function isHomeOutdated(job: Job, homes: readonly AddressReply[]): boolean {
  const home = homes.find(({ id }) => id === job.addressID);
  return (
    home !== undefined &&
    (home.addressLine1 !== job.job_address_addressLine1 ||
      home.addressLine2 !== job.job_address_addressLine2 ||
      home.addressLine3 !== job.job_address_addressLine3 ||
      home.postal !== job.job_address_postal)
  );
}
