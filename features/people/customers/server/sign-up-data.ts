import type { PersonalData } from '#platform/server/personal-data.ts';

/** Sign-up log entries while they are kept: matched by number and e-mail address only. */
export const signUpData: PersonalData = {
  tables: ['sign_up_entry'],

  async forget(tx, { mobile, email }) {
    const numbers = [mobile, mobile.slice(2), `+${mobile}`];
    await tx.db
      .deleteFrom('sign_up_entry')
      .where(({ or, eb }) =>
        or([eb('phone', 'in', numbers), ...(email === '' ? [] : [eb('email', '=', email)])]),
      )
      .execute();
  },
};
