import { describe, expect, it } from 'vitest';
import type { PageLanguage, PagePlan } from '#platform/contract/page-drawing.ts';
import { openAreas } from '../routes/open-areas.ts';
import { serverPages } from './pages.ts';
import { drawer } from './render.tsx';
import { withoutStyleAttributes } from './style-attributes.ts';

const NASTY = '</script><script>alert(1)</script><!-- \u2028';

const oneTime = {
  id: 'one',
  type: 'one-time',
  category: 'HDB 4-room',
  label: 'One-time clean',
  pricingType: 'hourly',
  pricePerHour: 2650,
  hoursPerCleaner: 4,
  numCleaners: 1,
  price: 10_600,
  credits: 0,
  suppliesCost: 1000,
  suppliesIncluded: false,
  suppliesToBePrepared: '',
  description: '',
  startTime: '',
};
const REPLIES: Readonly<Record<string, unknown>> = {
  '/packages': { items: [oneTime] },
  '/business': { cancelFreeHours: 24, lateFeePercent: 50, opensAtMinute: 480, closesAtMinute: 1200 },
  '/contact-details': { phone: '+65 6123 4567', email: 'hello@kemas.example' },
  '/reviews/shown': {
    items: [{ firstname: 'Rachel', reviewStarts: 5, review: NASTY, jobType: 'one-time', month: '2026-10' }],
  },
};

/** What a plan reads, of the above; the site's own words are not among it. */
function repliesOf({ reads }: PagePlan): Map<string, unknown> {
  const known = reads.map((address) => [address, REPLIES[address.split('?')[0] ?? '']] as const);
  return new Map(known.filter(([, reply]) => reply !== undefined));
}

async function draw(url: string, language: PageLanguage = 'en') {
  const plan = drawer.planPage(url, language) ?? drawer.planNotFound(language);
  const input = { plan, replies: repliesOf(plan), origin: 'https://kemas.example', picture: '/assets/p.png' };
  return drawer.drawPage(input);
}

/** Pages that the browser alone draws. */
const UNDRAWN = ['/sandbox'];

it('every page that needs no sign-in is drawn', () => {
  const pages = openAreas.flatMap((area) => area.pages).map(({ paths }) => paths[0]);
  expect([...Object.keys(serverPages), ...UNDRAWN].toSorted()).toEqual(pages.toSorted());
});

const PAGES = Object.keys(serverPages).flatMap((page) => [[page, 'en'] as const, [page, 'zh'] as const]);

describe.each(PAGES)('%s in %s', (page, language) => {
  it('is read without scripts: one heading, a title, a way on, and every text', async () => {
    const { body, head, lang } = await draw(page, language);
    expect(body.match(/<h1/g)).toHaveLength(1);
    expect(head).toMatch(/<title>[^<]+ · Kemas<\/title>/);
    expect(head).toMatch(/<meta name="description" content="[^"]{20,160}"/);
    expect(head).toContain(`<link rel="canonical" href="https://kemas.example${page}" />`);
    expect(body).toMatch(/<a [^>]*href="\//);
    expect(lang.startsWith(language)).toBe(true);
    // `undefined` and names of texts that nobody wrote: `home.title`.
    expect(body).not.toMatch(/undefined|\[object|>[a-z]+(?:\.[a-z]+)+</);
    expect(body).not.toContain(' style="');
  });
});

it('an address that names its language is known to search engines by it', async () => {
  const { head } = await draw('/services?lang=zh', 'zh');
  expect(head).toContain('<link rel="canonical" href="https://kemas.example/services?lang=zh" />');
  expect(head).toContain(
    '<link rel="alternate" hreflang="en" href="https://kemas.example/services?lang=en" />',
  );
  expect(head).toContain(
    '<link rel="alternate" hreflang="x-default" href="https://kemas.example/services" />',
  );
});

it('prices stand on the front page', async () => {
  const { body } = await draw('/');
  expect(body).toContain('from S$106');
});

it('a booking page tells search engines of its service and the lowest price', async () => {
  const { head } = await draw('/one-time/new');
  const [, written = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(head) ?? [];
  expect(JSON.parse(written)).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Service',
    offers: { priceCurrency: 'SGD', lowPrice: '106.00' },
  });
});

it('two languages drawn at once do not mix', async () => {
  const languages = ['en', 'zh', 'zh', 'en', 'zh', 'en'] as const;
  const pages = await Promise.all(languages.map((language) => draw('/select-service', language)));
  const spoken = pages.map(({ body, lang }) => [lang, body.includes('Which clean do you need?')]);
  expect(spoken).toEqual(languages.map((one) => (one === 'en' ? ['en-SG', true] : ['zh-Hans-SG', false])));
});

it('what people have written cannot leave the place where it stands', async () => {
  const { body, data } = await draw('/reviews');
  expect(data).not.toMatch(/[<>\u2028]/);
  expect(JSON.stringify(JSON.parse(data))).toContain(JSON.stringify(NASTY).slice(1, -1));
  expect(body).toContain('&lt;/script&gt;');
  expect(body).not.toContain('<script>alert');
});

it('each address of a page marks the links to itself', async () => {
  expect((await draw('/signin')).body).toMatch(
    /class="active" href="\/signin"|href="\/signin"[^>]*class="active"/,
  );
  expect((await draw('/signup')).body).not.toContain('"active"');
});

it.each([
  ['/SignUp/?next=%2Fdashboard', '/signup'],
  ['/one-time/new?home=condo&utm_source=x', '/one-time/new?home=condo'],
  ['/one-time/new?home=palace', null],
  ['/one-time/new?again=42', null],
  ['/regular/new/some-package', null],
  ['/dashboard', null],
])('%s is drawn as %j', (url, path) => {
  expect(drawer.planPage(url, 'en')?.path ?? null).toBe(path);
});

it('an address that is none says so, and search engines leave it out', async () => {
  const { body, head } = await draw('/nowhere');
  expect(body.match(/<h1/g)).toHaveLength(1);
  expect(head).toContain('<meta name="robots" content="noindex" />');
});

it('search engines are told of no page on the way to something', () => {
  expect(drawer.forSearch).toContain('/');
  expect(drawer.forSearch).not.toContain('/signup');
});

it.each([
  ['<p style="width:10px">', '<p data-style="width:10px">', '[data-style="width:10px"]{width:10px}'],
  ['<p style="a:}b{c:url(&quot;x&quot;)">', '<p>', ''],
  ['<p>a style="b"</p>', '<p>a style="b"</p>', ''],
])('%s becomes %s', (html, body, style) => {
  expect(withoutStyleAttributes(html)).toEqual({ body, style });
});
