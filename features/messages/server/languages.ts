import type { Context, ContextOf } from '#platform/server/context.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';
import type { Language } from '../rules/kinds.ts';

type Reader = 'customer' | 'cleaner';

/** In which language somebody is written to: English until they have used Kemas in another. */
export async function languageOf({ db }: Context, role: Reader, id: string): Promise<Language> {
  const row = await db
    .selectFrom('message_language')
    .select('language')
    .where('person_role', '=', role)
    .where('account_id', '=', id)
    .executeTakeFirst();
  return row?.language === 'zh' ? 'zh' : 'en';
}

/** Remembers the language of whoever calls. */
export async function chooseLanguage(
  { db, clock, actor }: ContextOf<Reader>,
  language: Language,
): Promise<{ readonly language: Language }> {
  const chosen_at = clock.now().toString();
  await db
    .insertInto('message_language')
    .values({ person_role: actor.role, account_id: actor.id, language, chosen_at })
    .onConflict((conflict) =>
      conflict
        .columns(['person_role', 'account_id'])
        .doUpdateSet({ language, chosen_at })
        .where('message_language.language', '<>', language),
    )
    .execute();
  return { language };
}

export const languageData: PersonalData = {
  tables: ['message_language'],
  async collect(ctx, { role, id }) {
    const row = await ctx.db
      .selectFrom('message_language')
      .select('language')
      .where('person_role', '=', role)
      .where('account_id', '=', id)
      .executeTakeFirst();
    return row === undefined ? {} : { 'Language of our messages': row.language };
  },
  async forget(tx, { role, id }) {
    await tx.db
      .deleteFrom('message_language')
      .where('person_role', '=', role)
      .where('account_id', '=', id)
      .execute();
  },
};
