import type { PersonalData } from '#platform/server/personal-data.ts';

/** How people came to sign up, while it is still kept: known by number and address alone. */
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
