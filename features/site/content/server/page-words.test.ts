import { describe, expect, it } from 'vitest';
import { updateSettings } from '#features/catalogue/settings/contract.ts';
import { DEFAULTS } from '#features/catalogue/settings/rules/settings.ts';
import { feature as settings } from '#features/catalogue/settings/server/index.ts';
import { feature as uploads } from '#features/catalogue/uploads/server/index.ts';
import { feature as accounts } from '#features/people/accounts/server/index.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem, startTestApp } from '#platform/testing/test-app.ts';
import { BLOCK_NAMES, BLOCKS, blockOf } from '../contract/blocks.ts';
import { isTranslated } from '../contract/fields.ts';
import { readPlaceholders, readSite } from '../contract/site.ts';
import { DEFAULT_CONTENT } from './default-content.ts';
import { feature } from './index.ts';

const nobody: As = {};

const app = await startTestApp({ features: [accounts, settings, uploads, feature] });
const office = await signedIn(app, 'admin');

const site = async (lang: 'en' | 'zh' = 'en') => (await app.call(readSite, { query: { lang } }, nobody)).body;
const terms = BLOCKS['terms-and-conditions'];
const sections = [{ title: 'By {company}', html: '<p>{cancellation}</p>' }];
const TERMS = { title: 'Terms of {company}', lead: '', sections };

const NAMES = BLOCK_NAMES.filter((name) =>
  Object.values(blockOf(name).fields).every((field) => isTranslated(field) || field.kind === 'list'),
);
it.each(NAMES.map((name) => [name]))('%s can be rewritten and is returned unchanged', async (name) => {
  const { save, restore, read } = blockOf(name);
  const before = [await site(), await site('zh')];
  const blank = (value: unknown): unknown => (typeof value === 'string' ? 'Rewritten' : []);
  const { zh: _zh, ...english } = DEFAULT_CONTENT[name];
  const mine = Object.fromEntries(Object.entries(english).map(([key, value]) => [key, blank(value)]));
  expect((await app.call(save, { body: mine } as never, office)).status).toBe(200);
  expect((await site('zh'))[name]).toEqual(mine);
  await app.call(restore, { body: { version: 0 } }, office);
  expect([await site(), await site('zh')]).toEqual(before);
  const { version: _version, updatedAt: _at, ...words } = (await app.call(read, {}, nobody)).body;
  expect(words).toEqual(DEFAULT_CONTENT[name]);
  await app.call(restore, { body: { version: 1 } }, office);
  expect((await site())[name]).toEqual(mine);
  await app.call(restore, { body: { version: 0 } }, office);
});

describe('a placeholder in a text', () => {
  it('is replaced for visitors in their language, and follows the settings', async () => {
    await app.call(terms.save, { body: { ...TERMS, zh: { title: '{company} 的条款' } } }, office);
    const shown = (await site())['terms-and-conditions'];
    expect(shown.title).toBe(`Terms of ${DEFAULTS.businessName}`);
    expect(shown.sections[0]?.html).toMatch(/^<p>Up to \d+ hours before a visit you can cancel/);
    expect((await site('zh'))['terms-and-conditions'].title).toBe(`${DEFAULTS.businessName} 的条款`);
    const changed = { ...DEFAULTS, businessName: 'Neat & <i>Co</i>', cancelFreeHours: 0, version: 0 };
    expect((await app.call(updateSettings, { body: changed }, office)).status).toBe(200);
    const later = (await site())['terms-and-conditions'];
    expect(later.title).toBe('Terms of Neat & <i>Co</i>');
    expect(later.sections[0]?.html).toContain('for free until it starts.');
    const zh = (await site('zh'))['terms-and-conditions'];
    expect(zh.sections[0]?.html).toContain('清洁开始前');
  });

  it("stays a placeholder in the office's form", async () => {
    expect((await app.call(terms.read, {}, nobody)).body.title).toBe('Terms of {company}');
  });

  it('is listed with its current value for the office only', async () => {
    const { body } = await app.call(readPlaceholders, { query: { lang: 'en' } }, office);
    expect(body.items.find(({ name }) => name === 'company')?.value).toBe('Neat & <i>Co</i>');
    expect((await app.call(readPlaceholders, {}, nobody)).status).toBe(401);
    expect((await app.call(readPlaceholders, {}, await signedIn(app, 'customer'))).status).toBe(403);
  });

  it.each([
    ['published', terms.save],
    ['saved as a draft', terms.saveDraft],
  ])('that is unknown is refused when it is %s', async (_what, call) => {
    const body = { ...TERMS, zh: { sections: [{ html: '<p>{years} 年</p>' }] } };
    const reply = await app.call(call as typeof terms.save, { body }, office);
    expect([reply.status, problem(reply).errors?.[0]]).toEqual([
      422,
      {
        path: 'zh.sections.0.html',
        message: expect.stringMatching(/^There is no \{years\} here\. You can use \{company\}/),
      },
    ]);
  });

  it('that is no longer known does not break a page', async () => {
    await app.database.pool.query(
      `update site_block_version set content = jsonb_set(content, '{title}', '"Of {long ago}"')
       where block = 'terms-and-conditions'`,
    );
    expect((await site())['terms-and-conditions'].title).toBe('Of {long ago}');
  });
});

it('a field added after a block was saved has its default in both languages', async () => {
  const saved = { title: 'Mine', zh: { title: '我的' } };
  await app.call(BLOCKS.opening.save, { body: { ...saved, text: 'Words', zh: saved.zh } }, office);
  await app.database.pool.query(
    `update site_block_version set content = content - 'text' where block = 'opening'`,
  );
  expect((await site('zh')).opening).toEqual({ title: '我的', text: DEFAULT_CONTENT.opening.zh?.text });
  await app.call(BLOCKS.opening.save, { body: { title: 'Mine', text: 'English alone' } }, office);
  expect((await site('zh')).opening).toEqual({ title: 'Mine', text: 'English alone' });
});

it("text in a new block is escaped, except for the editor's markup", async () => {
  const evil = '<img src=x onerror=alert(1)><script>alert(2)</script><b>ok</b>';
  const body = { title: evil, lead: evil, sections: [{ title: evil, html: evil }] };
  await app.call(BLOCKS['privacy-policy'].save, { body }, office);
  const shown = (await site())['privacy-policy'];
  expect(shown.sections[0]).toEqual({ title: evil, html: '<b>ok</b>' });
});
