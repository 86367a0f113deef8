import type { Feature } from '#platform/server/feature.ts';
import { purgeSessions } from '#platform/server/sessions/purge-sessions.ts';
import { ACCOUNT_MESSAGES } from '../rules/messages.ts';
import { alertOnUnusedCodes } from './alert-on-unused-codes.ts';
import { purgeCodes } from './codes.ts';
import { mailResetLink, purgeResetLinks } from './forgotten-password.ts';
import { warnGuessedAdmin } from './password-throttles.ts';
import { accountData } from './personal-data.ts';
import { routes } from './routes.ts';

export { adminNameOf, adminNames } from './admin-names.ts';
export { findOfficeRole } from './admin-record.ts';
export { afterMobileChange } from './after-mobile-change.ts';
export { checkCode, mobileAwaited, newestLiveCode, proveMobile, requestCode } from './codes.ts';
export { createAdmin } from './create-admin.ts';
export { checkCurrentPassword } from './current-password.ts';
export { ensureFirstAdmin, type FirstAdmin } from './first-admin.ts';
export { checkFreshSignIn, type Unproven } from './fresh-sign-in.ts';
export { mailOffice } from './mail-office.ts';
export { hashPassword } from './passwords.ts';

export const feature: Feature = {
  name: 'accounts',
  routes,
  tasks: { 'mail-reset-link': mailResetLink, 'warn-guessed-admin': warnGuessedAdmin },
  messageKinds: ACCOUNT_MESSAGES,
  personalData: { accounts: accountData },
  cronJobs: {
    'accounts:purge-codes': purgeCodes,
    'accounts:purge-reset-links': purgeResetLinks,
    'accounts:purge-sessions': purgeSessions,
    'accounts:watch-sends': alertOnUnusedCodes,
  },
};
