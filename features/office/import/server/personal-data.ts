import { wireTime } from '#platform/kernel/business-time.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';

/** That a customer was imported; the rows have no values of the file. */
export const importData: PersonalData = {
  tables: ['import_row'],

  async collect({ db }, { id }) {
    const rows = await db
      .selectFrom('import_row')
      .innerJoin('import_batch', 'import_batch.id', 'import_row.batchID')
      .select(['import_batch.createdAt', 'import_batch.source'])
      .where('import_row.customerID', '=', id)
      .execute();
    return {
      'Imported from a file': rows.map((row) => ({ On: wireTime(row.createdAt), From: row.source })),
    };
  },
};
