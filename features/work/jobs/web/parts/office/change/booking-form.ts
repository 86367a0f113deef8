import { listPackages, type PackageReply } from '#features/catalogue/packages/contract.ts';
import { isCreditPackage } from '#features/catalogue/packages/rules/package.ts';
import type { AddressReply } from '#features/people/customers/address-shapes.ts';
import { listAddresses } from '#features/people/customers/contract.ts';
import { useCall } from '#platform/web/api/queries.ts';
import type { FormFields } from '#platform/web/office/form-fields.ts';
import type { Job } from '../../../../contract/shapes.ts';

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
    addressID: { label: 'Home', kind: 'choice', span: 6, options: homeOptions(job, homes) },
    packageID: {
      label: 'Package',
      kind: 'choice',
      span: 6,
      options: packageOptions(job, packages),
      also: (id) => sizeOf(packages.find((pack) => pack.id === id)),
    },
    hours: { label: 'Hours per cleaner', kind: 'number' },
    numCleaners: { label: 'Cleaners', kind: 'number' },
    cleanerType: {
      label: 'Choice of cleaners',
      kind: 'choice',
      span: 6,
      options: [
        { value: 'any', label: 'Anyone who is free' },
        { value: 'preferred', label: 'Only cleaners from this crew' },
      ],
    },
    requireCleaningSupplies: { label: 'We bring supplies', kind: 'flag', span: 6 },
    label: { label: 'Label', span: 6, hint: 'Printed on receipts and in messages. Helps you find this job.' },
    specialRequests: { label: 'Special requests', kind: 'paragraph', span: 6, hint: 'The crew reads this.' },
    contactDetails: {
      label: 'Access',
      kind: 'paragraph',
      span: 6,
      hint: 'Who to ask for, where the keys are.',
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
