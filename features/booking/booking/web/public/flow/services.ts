import { JOB_TYPES, type JobType } from '#features/catalogue/packages/rules/package.ts';
import { bookingAddress } from '#features/site/pages/rules/booking-address.ts';

/** What differs between the four services; the steps are the same. */
export interface Service {
  readonly type: JobType;
  /** The booking page and the success page. */
  readonly path: string;
  readonly success: string;
  /**
   * `hours`: by the size of the home, in adjustable hours. `package`: at a fixed price for a type of home.
   */
  readonly sizedBy: 'hours' | 'package';
  /** Weekly or fortnightly. */
  readonly recurs: boolean;
}

const DIFFERENCES: Readonly<Record<JobType, Pick<Service, 'sizedBy' | 'recurs'>>> = {
  regular: { sizedBy: 'hours', recurs: true },
  'one-time': { sizedBy: 'hours', recurs: false },
  'spring-cleaning': { sizedBy: 'package', recurs: false },
  'moving-in-out': { sizedBy: 'package', recurs: false },
};

export function serviceOf(type: JobType): Service {
  const path = bookingAddress(type);
  return { type, path, success: path.replace(/new$/, 'success'), ...DIFFERENCES[type] };
}

/** The service of a URL: `/regular` and `/regular/new/{package}` are the same as `/regular/new`. */
export function serviceAt(pathname: string): Service {
  const first = (path: string) => path.split('/')[1];
  const type = JOB_TYPES.find((one) => first(bookingAddress(one)) === first(pathname));
  return serviceOf(type ?? 'one-time');
}
