import type { Context } from '#platform/server/context.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';

/** Codes are purged after a day in any case. The processors of all messages are disclosed here. */
export const accountData: PersonalData = {
  tables: ['one_time_code'],

  async disclosures() {
    return [
      { to: 'Our text message provider', what: 'Your mobile number', why: 'Sign-in codes and reminders' },
      { to: 'Our e-mail provider', what: 'Your e-mail address', why: 'Receipts and booking updates' },
    ];
  },

  async forget(tx, { id, mobile }) {
    await codesOf(tx, id, mobile).execute();
  },
};

function codesOf({ db }: Context, accountID: string, mobile: string) {
  return db
    .deleteFrom('one_time_code')
    .where(({ or, eb }) => or([eb('accountID', '=', accountID), eb('mobile', '=', mobile)]));
}
