/**
 * Method and path of the routes that public pages call, for these pages and for the contracts: without schemas, so that
 * the first load of these pages stays small.
 */

export const readBusiness = { method: 'GET', path: '/business' } as const;

export const findAreas = { method: 'GET', path: '/areas-postal' } as const;
export const findAddress = { method: 'GET', path: '/places/address' } as const;

export const listPackages = { method: 'GET', path: '/packages' } as const;

export const ADMINS = '/admins';
export const getAdmin = { method: 'GET', path: `${ADMINS}/:id` } as const;
export const signInAdmin = { method: 'POST', path: '/admins/signin' } as const;
export const forgotPassword = { method: 'POST', path: '/admins/forgot-password' } as const;
export const resetPassword = { method: 'POST', path: '/admins/reset-password' } as const;
/** Only in a public demo. */
export const signInToDemo = { method: 'POST', path: '/sandbox/sign-in' } as const;
export const signOut = { method: 'POST', path: '/signout' } as const;

export const listAddresses = { method: 'GET', path: '/customers-addresses' } as const;
export const createAddress = {
  method: 'POST',
  path: listAddresses.path,
  status: 201,
  idempotent: true,
} as const;
export const updateAddress = { method: 'POST', path: `${listAddresses.path}/:id/update` } as const;
export const confirmEmail = { method: 'POST', path: '/customers/confirm-email' } as const;
export const getCustomer = { method: 'GET', path: '/customers/:id' } as const;
export const getFacebookConfig = { method: 'GET', path: '/customers/fb-config' } as const;
export const signInWithFacebook = { method: 'POST', path: '/customers/fb-login' } as const;
export const requestLinkCode = { method: 'POST', path: '/customers/signinfb' } as const;
export const signInCustomer = { method: 'POST', path: '/customers/signin' } as const;
export const verifyCustomer = { method: 'POST', path: '/customers/verify' } as const;
export const registerCustomer = { method: 'POST', path: '/customers/register', status: 201 } as const;

export const CLEANERS = '/cleaners';
export const getCleaner = { method: 'GET', path: `${CLEANERS}/:id` } as const;
export const signInCleaner = { method: 'POST', path: '/cleaners/signin' } as const;
export const verifyCleaner = { method: 'POST', path: '/cleaners/verify' } as const;

export const readSite = { method: 'GET', path: '/cms/site' } as const;

export const readContactDetails = { method: 'GET', path: '/contact-details' } as const;
export const submitRequest = {
  method: 'POST',
  path: '/contact-requests',
  status: 201,
  idempotent: true,
} as const;

export const submitApplication = {
  method: 'POST',
  path: '/join-us/addnew',
  status: 201,
  idempotent: true,
} as const;

export const readRating = { method: 'GET', path: '/reviews/rating' } as const;

export const readPaymentConfig = { method: 'GET', path: '/payments/config' } as const;

export const readSubscription = { method: 'POST', path: '/messages/subscription' } as const;
export const changeSubscription = { method: 'POST', path: '/messages/subscription/change' } as const;
export const chooseMessageLanguage = { method: 'POST', path: '/messages/language' } as const;

export const listTimeAvailable = { method: 'GET', path: '/cleaners/list-time-available' } as const;

export const listJobs = { method: 'GET', path: '/jobs' } as const;
export const getJob = { method: 'GET', path: '/jobs/:id' } as const;
export const updateJob = { method: 'POST', path: '/jobs/:id/update', idempotent: true } as const;
export const releaseHold = { method: 'POST', path: '/jobs/:id/release', idempotent: true } as const;

export const listShownReviews = { method: 'GET', path: '/reviews/shown' } as const;

export const readVisitChoice = { method: 'POST', path: '/visit-choice' } as const;
export const chooseForVisit = { method: 'POST', path: '/visit-choice/choose' } as const;

export const joinWaitingList = { method: 'POST', path: '/waiting-list', status: 201 } as const;

export const quoteJob = { method: 'POST', path: '/jobs/quote' } as const;
export const createJob = {
  method: 'POST',
  path: '/customers/createjob',
  status: 201,
  idempotent: true,
} as const;
