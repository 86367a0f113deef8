import { sql } from 'kysely';
import { isLanguage, type Language, loadMessages } from '#languages/index.ts';
import type { Role } from '#platform/kernel/actor.ts';
import type { Translations } from '#platform/kernel/translate.ts';
import type { Context, ContextOf } from '#platform/server/context.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';

type Reader = 'customer' | 'cleaner';

/**
 * The language of messages to a person: English until they have used Kemas in another, and always for the
 * office.
 */
export async function languageOf({ db }: Context, role: Role, id: string): Promise<Language> {
  const row = await db
    .selectFrom('message_language')
    .select('language')
    .where('personRole', '=', role)
    .where('accountID', '=', id)
    .executeTakeFirst();
  return known(row?.language);
}

/** English for a language that is no longer among ours. */
export function known(language: string | null | undefined): Language {
  return isLanguage(language) ? language : 'en';
}

/** The language of messages to a person, with its translations. */
export async function translationsFor(
  ctx: Context,
  { role, id }: { readonly role: Role; readonly id: string },
): Promise<Translations> {
  return translationsOf(await languageOf(ctx, role, id));
}

export async function translationsOf(language: Language): Promise<Translations> {
  return { language, texts: await loadMessages(language) };
}

/** The same for several customers. */
export async function languagesOf(
  { db }: Context,
  customerIDs: readonly string[],
): Promise<ReadonlyMap<string, Language>> {
  const rows = await db
    .selectFrom('message_language')
    .select(['accountID', 'language'])
    .where('personRole', '=', 'customer')
    .where(sql<boolean>`account_id = any(${[...customerIDs]}::uuid[])`)
    .execute();
  const chosen = new Map(rows.map(({ accountID, language }) => [accountID, language]));
  return new Map(customerIDs.map((id) => [id, known(chosen.get(id))]));
}

/** The language of the person with this address; English if unknown. */
export async function languageAt({ db }: Context, address: string): Promise<Language> {
  if (address === '') return 'en';
  const reached = db
    .selectFrom('customer')
    .select('id')
    .where(({ or, eb }) => or([eb('mobile', '=', address), eb('email', '=', address)]))
    .unionAll(db.selectFrom('cleaner').select('id').where('mobile', '=', address));
  const row = await db
    .selectFrom('message_language')
    .select('language')
    .where('accountID', 'in', reached)
    .orderBy('chosenAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return known(row?.language);
}

/** Saves the caller's language. */
export async function chooseLanguage(
  { db, clock, actor }: ContextOf<Reader>,
  language: Language,
): Promise<{ readonly language: Language }> {
  const chosenAt = clock.now().toString();
  await db
    .insertInto('message_language')
    .values({ personRole: actor.role, accountID: actor.id, language, chosenAt })
    .onConflict((conflict) =>
      conflict
        .columns(['personRole', 'accountID'])
        .doUpdateSet({ language, chosenAt })
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
      .where('personRole', '=', role)
      .where('accountID', '=', id)
      .executeTakeFirst();
    return row === undefined ? {} : { 'Language of our messages': row.language };
  },
  async forget(tx, { role, id }) {
    await tx.db
      .deleteFrom('message_language')
      .where('personRole', '=', role)
      .where('accountID', '=', id)
      .execute();
  },
};
