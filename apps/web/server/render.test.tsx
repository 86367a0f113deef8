import { describe, expect, it } from 'vitest';
import type { PageLanguage, PagePlan } from '#platform/contract/page-rendering.ts';
import { openAreas } from '../routes/open-areas.ts';
import { serverPages } from './pages.ts';
import { renderer } from './render.tsx';

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
  '/business': {
    name: 'Kemas',
    cancelFreeHours: 24,
    lateFeePercent: 50,
    opensAtMinute: 480,
    closesAtMinute: 1200,
  },
  '/contact-details': { phone: '+65 6123 4567', email: 'hello@kemas.example' },
  '/reviews/shown': {
    items: [{ firstname: 'Rachel', reviewStarts: 5, review: NASTY, jobType: 'one-time', month: '2026-10' }],
  },
};

/** The replies above for the reads of a plan, except the site's texts. */
function repliesOf({ reads }: PagePlan): Map<string, unknown> {
  const known = reads.map((address) => [address, REPLIES[address.split('?')[0] ?? '']] as const);
  return new Map(known.filter(([, reply]) => reply !== undefined));
}

const PICTURES = { site: '/assets/p.png', 'spring-cleaning': '/assets/spring.png' };

async function render(url: string, language: PageLanguage = 'en') {
  const plan = renderer.planPage(url, language) ?? renderer.planNotFound(url, language);
  if (plan === null) throw new Error(`${url} is not rendered by the server.`);
  const input = { plan, replies: repliesOf(plan), origin: 'https://kemas.example', pictures: PICTURES };
  return renderer.renderPage(input);
}

/** Pages that only the browser renders. */
const BROWSER_ONLY = ['/sandbox'];

it('every public page is rendered by the server', () => {
  const pages = openAreas.flatMap((area) => area.pages).map(({ paths }) => paths[0]);
  expect([...Object.keys(serverPages), ...BROWSER_ONLY].toSorted()).toEqual(pages.toSorted());
});

it.each([
  ['/', '/assets/p.png'],
  ['/spring-cleaning-services', '/assets/spring.png'],
  ['/book-spring-cleaning/new', '/assets/spring.png'],
])('%s is previewed with %s', async (page, picture) => {
  const { head } = await render(page);
  expect(head).toContain(`<meta property="og:image" content="https://kemas.example${picture}" />`);
});

const PAGES = Object.keys(serverPages).flatMap((page) => [[page, 'en'] as const, [page, 'zh'] as const]);

describe.each(PAGES)('%s in %s', (page, language) => {
  it('is readable without scripts: one heading, a title, links, and every text', async () => {
    const { body, head, lang } = await render(page, language);
    expect(body.match(/<h1/g)).toHaveLength(1);
    expect(head).toMatch(/<title>[^<]+ · Kemas<\/title>/);
    expect(head).toMatch(/<meta name="description" content="[^"]{20,160}"/);
    expect(head).toContain(`<link rel="canonical" href="https://kemas.example${page}" />`);
    expect(body).toMatch(/<a [^>]*href="\//);
    expect(lang.startsWith(language)).toBe(true);
    // `undefined`, or keys of missing texts such as `home.title`.
    expect(body).not.toMatch(/undefined|\[object|>[a-z]+(?:\.[a-z]+)+</);
  });
});

it('an address with a language is the canonical one', async () => {
  const { head } = await render('/services?lang=zh', 'zh');
  expect(head).toContain('<link rel="canonical" href="https://kemas.example/services?lang=zh" />');
  expect(head).toContain(
    '<link rel="alternate" hreflang="en" href="https://kemas.example/services?lang=en" />',
  );
  expect(head).toContain(
    '<link rel="alternate" hreflang="x-default" href="https://kemas.example/services" />',
  );
});

it('the home page shows prices', async () => {
  const { body } = await render('/');
  expect(body).toContain('from S$106');
});

it('a booking page describes its service and lowest price to search engines', async () => {
  const { head } = await render('/one-time/new');
  const [, written = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(head) ?? [];
  expect(JSON.parse(written)).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Service',
    offers: { priceCurrency: 'SGD', lowPrice: '106.00' },
  });
});

it('two languages rendered concurrently do not mix', async () => {
  const languages = ['en', 'zh', 'zh', 'en', 'zh', 'en'] as const;
  const pages = await Promise.all(languages.map((language) => render('/select-service', language)));
  const spoken = pages.map(({ body, lang }) => [lang, body.includes('Which clean do you need?')]);
  expect(spoken).toEqual(languages.map((one) => (one === 'en' ? ['en-SG', true] : ['zh-Hans-SG', false])));
});

it('user content is escaped', async () => {
  const { body, data } = await render('/reviews');
  expect(data).not.toMatch(/[<>\u2028]/);
  expect(JSON.stringify(JSON.parse(data))).toContain(JSON.stringify(NASTY).slice(1, -1));
  expect(body).toContain('&lt;/script&gt;');
  expect(body).not.toContain('<script>alert');
});

it('each address of a page marks the links to itself', async () => {
  expect((await render('/signin')).body).toMatch(
    /class="active" href="\/signin"|href="\/signin"[^>]*class="active"/,
  );
  expect((await render('/signup')).body).not.toContain('"active"');
});

it.each([
  ['/SignUp/?next=%2Fdashboard', '/signup'],
  ['/one-time/new?home=condo&utm_source=x', '/one-time/new?home=condo'],
  ['/one-time/new?home=palace', null],
  ['/one-time/new?again=42', null],
  ['/regular/new/some-package', null],
  ['/dashboard', null],
])('%s is rendered as %j', (url, path) => {
  expect(renderer.planPage(url, 'en')?.path ?? null).toBe(path);
});

it('an unknown address shows the not-found page and is not indexed', async () => {
  const { body, head } = await render('/nowhere');
  expect(body.match(/<h1/g)).toHaveLength(1);
  expect(head).toContain('<meta name="robots" content="noindex" />');
  expect(head).toContain('<meta name="application-name" content="Kemas" />');
});

it('the sitemap excludes steps of longer tasks', () => {
  expect(renderer.forSearch).toContain('/');
  expect(renderer.forSearch).not.toContain('/signup');
});
