import { isCreditPackage, JOB_TYPES, type JobType, type TakesHours } from './package.ts';

interface Sold {
  readonly type: JobType;
  readonly category: string;
  readonly takesHours: TakesHours;
}

/** The services on sale by how prepaid hours pay for them, in the order of the front page. */
export function servicesByHours(sold: readonly Sold[]): Readonly<Record<TakesHours, readonly JobType[]>> {
  const visits = sold.filter((one) => !isCreditPackage(one));
  const of = (takes: TakesHours) =>
    JOB_TYPES.filter((service) => {
      const own = visits.filter(({ type }) => type === service);
      return own.length > 0 && hoursOf(own) === takes;
    });
  return { yes: of('yes'), no: of('no'), 'with-difference': of('with-difference') };
}

/** If the packages of a service differ, the promise that none of them breaks. */
function hoursOf(own: readonly Sold[]): TakesHours {
  if (own.some(({ takesHours }) => takesHours === 'no')) return 'no';
  return own.some(({ takesHours }) => takesHours === 'with-difference') ? 'with-difference' : 'yes';
}
