import type { Feature } from '#platform/server/feature.ts';
import { purgeSessions } from '#platform/server/sessions/purge-sessions.ts';
import { ACCOUNT_MESSAGES } from '../texts/messages.ts';
import { alertOnUnusedCodes, purgeCodes } from './codes.ts';
import { mailResetLink, purgeResetLinks } from './forgotten-password.ts';
import { warnGuessedAdmin } from './password-throttles.ts';
import { accountData } from './personal-data.ts';
import { routes } from './routes.ts';

export {
  adminNameOf,
  adminNames,
  findAdminByIdentity,
  findOfficeRole,
  findOwnAccess,
  officeRoleOf,
  sessionOfAdmin,
} from './admin-record.ts';
export {
  afterMobileChange,
  checkCode,
  mobileAwaited,
  newestLiveCode,
  proveMobile,
  requestCode,
} from './codes.ts';
export { createAdmin, ensureFirstAdmin, type FirstAdmin } from './create-admin.ts';
export { mailOffice } from './forgotten-password.ts';
export { checkCurrentPassword, checkFreshSignIn, hashPassword, type Unproven } from './passwords.ts';

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
