/**
 * A client written from SPEC.md alone, in a browser of its own: axios with its defaults, the whole sign-in reply as
 * the session, no Idempotency-Key. It creates records with every field of SPEC.md section 3, posts records back whole,
 * and makes every call of section 7.
 */
import { type Browser, expect } from '@playwright/test';
import type { AxiosError, AxiosStatic } from 'axios';
import { startFakeGraph } from '#platform/testing/fake-graph.ts';
import { goToNextMonday, minutesFrom, setClock } from './support/clock.ts';
import { countCodes, newestCode } from './support/codes.ts';
import { newMobile } from './support/people.ts';
import { FACEBOOK, GRAPH_PORT, OFFICE, ORIGIN } from './support/server.ts';
import { test } from './support/test.ts';

/** SPEC.md section 7, in its order; `{id}` is any id. */
const CALLS = `
POST /admins/signin
POST /customers/verify
POST /customers/fb-login
POST /cleaners/verify
POST /cleaners/signin
POST /customers/signin
POST /customers/signinfb
POST /customers/register
POST /cleaners/change-mobile
POST /cleaners/verify-new-mobile
GET /admins/{id}
POST /admins/{id}/update
GET /customers/{id}
GET /cleaners
GET /cleaners/suggest
GET /cleaners/{id}
GET /cleaners/list-available
GET /list-unavailable-date
GET /list-unavailable-date-by-month
GET /list-time-available
GET /cleaners/list-block-booking
GET /regions
GET /cleaner_regions
POST /cleaner_regions
POST /cleaners
POST /cleaners/{id}/update
POST /cleaners/{id}/trash
POST /cleaners/{id}/untrash
POST /cleaners/block-booking
GET /cleaners?download=1
GET /customers
GET /customers/checkstatus
POST /customers
POST /customers_admin/{id}/update
POST /customers/{id}/update
POST /customers/{id}/trash
POST /customers/{id}/untrash
POST /customers/checkpromocode
POST /customers/sendcredit
POST /customers/receivedcredit
POST /customers/sendcreditList
POST /customers/receivedcreditList
POST /customers/updateCreditCard
POST /customers/get_fullname
POST /customers/chargeCreditCard
POST /customers/createjob
POST /customers/updatecredit
POST /customers/confirmJobAdmin
GET /credits-left/statistics
POST /join-us/addnew
POST /logsignup/sendlog
GET /customers?download=1
GET /customers-addresses?download=1
GET /logsignup?download=1
GET /admins
POST /admins
POST /admins/{id}/trash
POST /admins/{id}/untrash
POST /packages/getname
GET /packages
GET /packages/{id}
POST /packages
POST /packages/{id}/update
POST /packages/{id}/trash
POST /packages/{id}/untrash
POST /packages/{id}/pay
GET /promocodes
POST /promocodes
GET /promocodes/{id}
POST /promocodes/{id}/update
POST /promocodes/{id}/trash
POST /promocodes/{id}/untrash
GET /checklists
POST /checklists
GET /checklists/{id}
POST /checklists/{id}/update
POST /checklists/{id}/trash
POST /checklists/{id}/untrash
GET /transactions
GET /transactions/{id}
POST /transactions
GET /ad-hoc/statistics
GET /jobs
GET /jobs/{id}
POST /jobs
POST /jobs/{id}/update
POST /jobs/{id}/trash
POST /jobs/{id}/untrash
POST /jobs/{id}/cancel
POST /jobs/{id}/commit
POST /jobs/{id}/addreview
POST /jobs/{id}/update-promocode
GET /jobs/statistics
GET /promocode/statistics
POST /job_checklists/{id}/update
GET /job_checklists/{id}
POST /calendar/create_event
POST /calendar/delete_event
GET /areas-postal
GET /customers-addresses
GET /customers-addresses/{id}
POST /customers-addresses
POST /customers-addresses/{id}/update
POST /customers-addresses/{id}/trash
POST /customers-addresses/{id}/untrash
GET /customers-credits/{id}
GET /credits/list
GET /contact-requests
POST /contact-requests
POST /contact-requests/{id}/update
POST /contact-requests/{id}/trash
POST /contact-requests/{id}/untrash
POST /cms/testimonials/addnew
POST /cms/testimonials/{id}/update
POST /cms/testimonials/{id}/delete
POST /cms/service-options/addnew
POST /cms/service-options/{id}/update
POST /cms/service-options/{id}/delete
POST /cms/scope-of-work/addnew
POST /cms/scope-of-work/{id}/update
POST /cms/scope-of-work/{id}/delete
`;

const BLOCKS = [
  'utility-nav',
  'how-different',
  'before-and-after',
  'easy-steps',
  'disclaimer',
  'cancellation-policy',
  'cleaning-equipment',
  'hero-images',
  'footer',
  'join-us',
  'contact-us',
  'pricing-plan',
] as const;

const EXPECTED = [
  ...CALLS.trim().split('\n'),
  ...BLOCKS.flatMap((block) => [`GET /cms/${block}`, `POST /cms/${block}`]),
];

const AXIOS = 'node_modules/axios/dist/axios.min.js';

/** A list with everything, as SPEC.md section 9 requests it. */
const ALL = { trash: '*', from: 0, size: 9999999 };

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

type Fields = Record<string, unknown>;
interface Row extends Fields {
  id: string;
}
interface List {
  items: Row[];
  total: number;
}
interface Job extends Row {
  startTime: string;
  endTime: string;
  amountToPay: number;
  status: string;
}
interface Reply<T> {
  status: number;
  data: T;
}
interface Request {
  method: 'GET' | 'POST';
  path: string;
  data?: unknown;
  params?: Fields | undefined;
}

const made = new Set<string>();

function record({ method, path, params }: Request): void {
  const download = params?.download === undefined ? '' : '?download=1';
  made.add(`${method} ${path.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '{id}')}${download}`);
}

/** A page with axios, as its script defines it. */
type AxiosWindow = Window & { axios: AxiosStatic };

type Client = Awaited<ReturnType<typeof openClient>>;

/** A page of the client on the origin of the server: nothing but axios. */
async function openClient(browser: Browser) {
  const context = await browser.newContext({ baseURL: ORIGIN });
  const page = await context.newPage();
  await page.addInitScript({ path: AXIOS });
  await page.route('**/client', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>Client</p>' }),
  );
  await page.goto('/client');
  await page.evaluate(() => {
    (window as unknown as AxiosWindow).axios.defaults.baseURL = '/api';
  });

  async function send<T>(request: Request): Promise<Reply<T>> {
    record(request);
    const reply = await page.evaluate(async ({ method, path, data, params }) => {
      const { axios } = window as unknown as AxiosWindow;
      try {
        const answer = await axios.request({ method, url: path, data, params });
        return { status: answer.status, data: answer.data };
      } catch (error) {
        const { response } = error as AxiosError;
        if (response === undefined) throw error;
        return { status: response.status, data: response.data };
      }
    }, request);
    return reply as Reply<T>;
  }

  async function expectStatus<T>(status: number, request: Request): Promise<T> {
    const reply = await send<T>(request);
    const line = `${request.method} ${request.path} ${JSON.stringify(reply.data).slice(0, 600)}`;
    expect.soft(reply.status, line).toBe(status);
    return reply.data;
  }

  return {
    get: <T = Row>(path: string, params?: Fields) => expectStatus<T>(200, { method: 'GET', path, params }),
    post: <T = Row>(path: string, data?: unknown) => expectStatus<T>(200, { method: 'POST', path, data }),
    create: <T = Row>(path: string, data?: unknown) => expectStatus<T>(201, { method: 'POST', path, data }),
    refused: (status: number, path: string, data?: unknown) =>
      expectStatus<Fields>(status, { method: 'POST', path, data }),
    /** SPEC.md section 4: copies the sign-in reply into the session and sets the Bearer header. */
    async signIn(path: string, data: unknown): Promise<Row> {
      const session = await expectStatus<Row>(200, { method: 'POST', path, data });
      await page.evaluate((params) => {
        sessionStorage.setItem('params', JSON.stringify(params));
        const { axios } = window as unknown as AxiosWindow;
        axios.defaults.headers.common.Authorization = `Bearer ${params.jwt}`;
      }, session);
      return session;
    },
    close: () => context.close(),
  };
}

/** Signs a customer or a cleaner in with a code. */
async function signInByCode(client: Client, role: 'customers' | 'cleaners', mobile: string): Promise<Row> {
  const before = await countCodes(mobile);
  await client.post(`/${role}/signin`, { mobile });
  const otp = await newestCode(mobile, before);
  return client.signIn(`/${role}/verify`, { mobile, otp });
}

/** Reads a record, changes one field and posts the whole record back. */
async function change(
  client: Client,
  path: string,
  changed: Fields,
  update = `${path}/update`,
): Promise<Row> {
  const before = await client.get(path);
  await client.post(update, { ...before, ...changed });
  const after = await client.get(path);
  expect.soft(after, path).toMatchObject(changed);
  return after;
}

/** The forms of the office for a record: list, view, update, trash, untrash. */
async function manage(office: Client, collection: string, id: string, changed: Fields): Promise<Row> {
  const path = `${collection}/${id}`;
  const update = collection === '/customers' ? `/customers_admin/${id}/update` : `${path}/update`;
  await change(office, path, changed, update);
  await office.post(`${path}/trash`);
  expect.soft(Number((await office.get(path)).trash), `${path} in the trash`).not.toBe(0);
  const untrashed = await office.get<List>(collection, { ...ALL, trash: 0 });
  expect.soft(idsOf(untrashed), collection).not.toContain(id);
  await office.post(`${path}/untrash`);
  // A form may also be opened from the list, with the row that the list has.
  await office.post(update, { ...(await rowOf(office, collection, id)), ...changed });
  const after = await office.get(path);
  expect.soft(after, path).toMatchObject(changed);
  expect.soft(Number(after.trash), `${path} restored`).toBe(0);
  return after;
}

async function rowOf(client: Client, collection: string, id: string, query: Fields = ALL): Promise<Row> {
  const { items } = await client.get<List>(collection, query);
  const row = items.find((item) => item.id === id);
  expect.soft(row?.id, collection).toBe(id);
  return row ?? { id };
}

/** The same form in a client that leaves unknown fields null instead of empty. */
const withNulls = (form: Fields): Fields =>
  Object.fromEntries(Object.entries(form).map(([name, value]) => [name, value === '' ? null : value]));

const idsOf = ({ items }: List) => items.map(({ id }) => id);

const unique = (word: string) => `${word} ${newMobile()}`;

/** The form of a new cleaner, every field of SPEC.md section 3. */
function cleanerForm(firstname: string) {
  const week = DAYS.flatMap((day) => [
    [`${day}Availability`, day !== 'sunday'],
    [`${day}Hours`, day === 'sunday' ? '' : '09:00-18:00'],
  ]);
  return {
    id: '',
    salutation: '',
    firstname,
    lastname: 'Tan',
    profilePhoto: '',
    email: '',
    mobile: `65${newMobile()}`,
    languages: ['English'],
    addressLine1: '',
    addressLine2: '',
    addressLine3: '',
    country: '',
    postal: '',
    latitude: null,
    longitude: null,
    ...Object.fromEntries(week),
    unavailableDates: [],
    trash: 0,
  };
}

const packageForm = (more: Fields) => ({
  type: 'one-time',
  category: 'HDB 4-room',
  pricingType: 'hourly',
  label: unique('Client'),
  description: '',
  pricePerHour: 2500,
  totalHours: 4,
  numCleaners: 1,
  hoursPerCleaner: 4,
  breakHours: 0,
  suppliesCost: 1000,
  suppliesIncluded: false,
  suppliesToBePrepared: '',
  startTime: '',
  credits: 0,
  price: 10000,
  ...more,
});

const promoForm = (day: string, more: Fields = {}) => ({
  type: 'percent',
  label: unique('Client promotion'),
  code: `C${newMobile()}`,
  amount: 10,
  remainder: 100,
  startDate: day,
  endDate: '2099-12-31',
  booking_type: [],
  packages: [],
  totalAllocation: 100,
  maxPerCustomer: 5,
  ...more,
});

const addressForm = (customerID: string) => ({
  customerID,
  label: 'Home',
  type: 'HDB',
  isPrimary: true,
  addressLine1: 'Blk 145 Lor 2 Toa Payoh',
  addressLine2: '#08-112',
  addressLine3: '',
  country: 'Singapore',
  postal: '310145',
  latitude: null,
  longitude: null,
  hasPets: false,
  languagePreference: '',
  genderPreference: '',
  areaID: '',
});

interface Booking {
  pack: Row;
  customer: Row;
  address: Row;
  startTime: string;
  endTime: string;
  more?: Fields;
}

/** The form of a new job, every field of SPEC.md section 3. */
function jobForm({ pack, customer, address, startTime, endTime, more }: Booking) {
  const { addressLine1, addressLine2, addressLine3, postal, type, country, latitude, longitude } = address;
  const { genderPreference, hasPets, languagePreference, areaID } = address;
  const home = { addressLine1, addressLine2, addressLine3, postal, type, country, latitude, longitude };
  const wishes = { genderPreference, hasPets, languagePreference, areaID };
  const prefixed = Object.entries({ ...home, ...wishes }).map(([name, value]) => [
    `job_address_${name}`,
    value,
  ]);
  return {
    label: '',
    packageID: pack.id,
    numCleaners: pack.numCleaners,
    cleaner1ID: '',
    cleaner2ID: '',
    cleaner3ID: '',
    cleaner4ID: '',
    cleaner5ID: '',
    customerID: customer.id,
    addressID: address.id,
    startTime,
    endTime,
    status: '',
    paid: false,
    requireCleaningSupplies: false,
    specialRequests: '',
    review: '',
    reviewStarts: 0,
    creditsUsed: 0,
    amountToPay: pack.price,
    jobType: pack.type,
    cleanerType: 'any',
    checklist: [],
    contactDetails: '',
    hasChangedDate: false,
    ...Object.fromEntries(prefixed),
    job_customer_email: customer.email,
    ...more,
  };
}

interface Slot {
  startTime: string;
  endTime: string;
}

/** The first free time of each of the next days that has one. */
async function freeTimes(client: Client, numCleaners = 1, path = '/list-time-available'): Promise<Slot[]> {
  const first = Temporal.PlainDate.from(await businessDay(client));
  const from_date = String(first.add({ days: 3 }));
  const to_date = String(first.add({ days: 20 }));
  const query = { from_date, to_date, hours: 4, numCleaners, postal: '310145' };
  const { days } = await client.get<{ days: { slots: Slot[] }[] }>(path, query);
  return days.flatMap(({ slots: [slot] }) =>
    slot ? [{ startTime: slot.startTime, endTime: slot.endTime }] : [],
  );
}

async function businessDay(client: Client): Promise<string> {
  const { now } = await client.get<{ now: string }>('/sandbox/clock');
  return Temporal.Instant.from(now).toZonedDateTimeISO('Asia/Singapore').toPlainDate().toString();
}

/** The body of commit, as SPEC.md section 7 lists it. */
const payment = (job: Job, email: unknown, more: Fields = {}) => ({
  stripeToken: '',
  total: job.amountToPay,
  picked: true,
  email,
  change: false,
  promocode: '',
  price: job.amountToPay,
  jobtype: job.jobType,
  creditsUsed: 0,
  ...more,
});

async function bodyOfMail(client: Client, to: string, pattern: RegExp): Promise<string> {
  const find = async () => {
    const { items } = await client.get<{ items: { body: string }[] }>('/sandbox/messages', { to });
    return items.map(({ body }) => pattern.exec(body)?.[1]).find((found) => found !== undefined) ?? '';
  };
  await expect.poll(find).not.toBe('');
  return find();
}

async function hire(office: Client) {
  const regions = await office.get<List>('/regions');
  const cleaners: Row[] = [];
  for (const name of ['Aminah', 'Bee Hoon', 'Chitra'])
    cleaners.push(await office.create('/cleaners', cleanerForm(name)));
  const dewi = await office.create('/cleaners', withNulls(cleanerForm('Dewi')));
  await office.post(`/cleaners/${dewi.id}/trash`);
  const [aminah, , chitra] = cleaners as [Row, Row, Row];
  const regionIDs = idsOf(regions);
  await office.create('/cleaner_regions', { cleanerID: aminah.id, regionIDs });
  await office.get('/cleaner_regions', { cleanerID: aminah.id });
  await manage(office, '/cleaners', chitra.id, { lastname: 'Devi' });
  await office.get<List>('/cleaners', { ...ALL, gender: '' });
  await office.get<List>('/cleaners', { ...ALL, gender: 'female' });
  await office.get('/cleaners/suggest', { q: 'Ami' });
  return cleaners as [Row, Row, Row];
}

async function blockDays(office: Client, cleaner: Row): Promise<void> {
  const day = Temporal.PlainDate.from(await businessDay(office)).add({ days: 40 });
  const [month, year] = [day.toLocaleString('en-SG', { month: 'short' }), day.year];
  const [mm, dd] = [String(day.month).padStart(2, '0'), String(day.day).padStart(2, '0')];
  const formats = [
    [`${day} 09:00`, `${day} 09:30`, '09:00:00'],
    [`${day} 10:00:00`, `${day} 10:30:00`, '10:00:00'],
    [`${day}T11:00:00+08:00`, `${day}T11:30:00+08:00`, '11:00:00'],
    [`${dd}/${mm}/${year} 12:00`, `${dd}/${mm}/${year} 12:30`, '12:00:00'],
    [`${day.day} ${month} ${year} 1:00 pm`, `${day.day} ${month} ${year} 1:30 pm`, '13:00:00'],
    [Date.parse(`${day}T14:00:00+08:00`), Date.parse(`${day}T14:30:00+08:00`), '14:00:00'],
  ];
  const unavailableDates = formats.map(([startTime, endTime]) => ({
    startTime,
    endTime,
    description: '',
    createdAt: '',
  }));
  const read = await office.get(`/cleaners/${cleaner.id}`);
  await office.post(`/cleaners/${cleaner.id}/update`, { ...read, unavailableDates });
  const saved = await office.get<{ unavailableDates: { startTime: string }[] }>(`/cleaners/${cleaner.id}`);
  const times = saved.unavailableDates?.map(({ startTime }) => startTime).sort();
  expect.soft(times).toEqual(formats.map(([, , time]) => `${day} ${time}`));
  await change(office, `/cleaners/${cleaner.id}`, { salutation: 'Mdm' });

  const period = {
    startTime: `${day} 15:00:00`,
    endTime: `${day} 16:00:00`,
    cleanerIDs: [cleaner.id],
    description: '',
    jobType: '',
    cleanerType: 'selected',
  };
  const { created } = await office.post('/cleaners/block-booking', { unavailable_dates: [period] });
  expect.soft(created).toBe(1);
  await office.get('/cleaners/list-block-booking');
  for (const prefix of ['', '/cleaners']) {
    await office.get(`${prefix}/list-unavailable-date`, { cleanerID: cleaner.id });
    await office.get(`${prefix}/list-unavailable-date-by-month`, { month: String(day).slice(0, 7) });
    const when = { startTime: `${day} 09:00:00`, hours: 4, numCleaners: 1, postal: '310145' };
    await office.get(`${prefix}/list-available`, when);
    await freeTimes(office, 1, `${prefix}/list-time-available`);
  }
}

interface Catalogue {
  regular: Row;
  oneTime: Row;
  spring: Row;
  moving: Row;
  credit: Row;
  promo: Row;
  checklist: Row;
}

async function fillCatalogue(office: Client): Promise<Catalogue> {
  const pair = { numCleaners: 2, totalHours: 8, pricingType: 'fixed', pricePerHour: 0, price: 28000 };
  const regular = await office.create('/packages', packageForm({ type: 'regular' }));
  const oneTime = await office.create('/packages', packageForm({}));
  const spring = await office.create('/packages', packageForm({ type: 'spring-cleaning', ...pair }));
  const moving = await office.create('/packages', packageForm({ type: 'moving-in-out', ...pair }));
  const blank = await office.create('/packages', withNulls(packageForm({})));
  await office.post(`/packages/${blank.id}/trash`);
  const forCredit = { type: 'regular', category: 'credit', pricePerHour: 2400, credits: 20, price: 48000 };
  const credit = await office.create('/packages', packageForm({ ...forCredit, suppliesCost: 0 }));
  for (const { id } of [regular, oneTime, spring, moving, credit])
    await manage(office, '/packages', id, { description: 'Every room' });
  const names = await office.post<Row[]>('/packages/getname', { ids: [regular.id, credit.id] });
  expect.soft(names.map(({ label }) => label).sort()).toEqual([regular.label, credit.label].sort());
  await office.post('/packages/getname', { id: regular.id });

  const day = await businessDay(office);
  const promo = await office.create('/promocodes', promoForm(day));
  await office.create('/promocodes', withNulls(promoForm(day)));
  await office.create(
    '/promocodes',
    promoForm(day, { type: 'amount', amount: 500, booking_type: ['regular'] }),
  );
  await office.create('/promocodes', promoForm(day, { type: 'hours', amount: 1, packages: [regular.id] }));
  await manage(office, '/promocodes', promo.id, { label: unique('Client ten') });

  const checklist = await office.create('/checklists', {
    english: 'Wipe the window sills',
    chinese: '擦窗台',
    category: 'Windows',
    position: 0,
  });
  await manage(office, '/checklists', checklist.id, { english: 'Wipe all window sills' });
  return { regular, oneTime, spring, moving, credit, promo, checklist };
}

async function manageAdmins(office: Client, own: Row): Promise<void> {
  const email = `client.${newMobile()}@office.example`;
  const identity = `rosnah${newMobile()}`;
  const form = { identity, password: 'a long enough password', fullname: 'Rosnah', email };
  const { id } = await office.create('/admins', form);
  await manage(office, '/admins', id, { fullname: 'Rosnah Ali' });
  await office.post(`/admins/${id}/update`, { ...(await office.get(`/admins/${id}`)), password: '' });
  const before = await office.get(`/admins/${own.id}`);
  await change(office, `/admins/${own.id}`, { fullname: 'Siti of the office' });
  await change(office, `/admins/${own.id}`, { fullname: before.fullname });
  await office.post(`/admins/${id}/trash`);
}

/** For the blocks that are empty on a new site. */
const FIRST_ENTRIES: Record<string, Fields> = {
  'hero-images': { images: [{ url: '', alt: '', heading: 'A clean home', text: '' }] },
  'pricing-plan': {
    plans: [{ id: '', title: 'Weekly', description: '', note: '', icon: '', price: 2500, plan_desc: '' }],
  },
  'before-and-after': { pairs: [{ before: '', after: '', caption: 'The kitchen' }] },
};

const TEXTS = ['title', 'phone', 'copyright', 'address', 'label', 'caption', 'alt', 'text'];

/** The block with another text in its first text field, nested or not; null if it has none. */
function withOneChange(block: Fields): Fields | null {
  for (const [name, value] of Object.entries(block)) {
    if (TEXTS.includes(name)) return { ...block, [name]: name === 'phone' ? '6561234567' : `${value}.` };
    const [first, ...others] = Array.isArray(value) ? value : [];
    const changed = first && withOneChange(first);
    if (changed) return { ...block, [name]: [changed, ...others] };
  }
  return null;
}

async function editSite(office: Client): Promise<void> {
  for (const block of BLOCKS) {
    const path = `/cms/${block}`;
    const read = await office.get<Fields>(path);
    const changed = withOneChange(read) ?? { ...read, ...FIRST_ENTRIES[block] };
    await office.post(path, changed);
    const { version: _was, updatedAt: _at, ...content } = changed;
    const saved = await office.get<Fields>(path);
    expect.soft(saved, path).toMatchObject(content);
    // The tests that run afterwards see the site as it was.
    await office.post(path, { ...read, version: saved.version, updatedAt: saved.updatedAt });
  }
  await editList(office, 'testimonials', { clientname: 'Mrs Lim', content: 'Spotless.', profilePhoto: '' });
  await editList(office, 'service-options', {
    name_r1: 'Office',
    name_r2: 'cleaning',
    icon: '',
    description: 'Desks and floors',
    price: 2500,
    price_type: 'hourly',
    promotion_desc: '',
  });
  await editList(office, 'scope-of-work', {
    name: 'Balcony',
    estimated_time: '30 min',
    icon: '',
    content: 'Floor',
  });
}

async function editList(office: Client, list: string, form: Fields): Promise<void> {
  const path = `/cms/${list}`;
  const { id } = await office.create(`${path}/addnew`, form);
  const find = async () =>
    (await office.get<List>(path, { size: 9999999 })).items.find((row) => row.id === id);
  const [name] = Object.keys(form) as [string];
  await office.post(`${path}/${id}/update`, { ...(await find()), [name]: 'Changed' });
  expect.soft(await find(), path).toMatchObject({ ...form, [name]: 'Changed' });
  await office.post(`${path}/${id}/delete`);
  expect.soft(await find(), path).toBeUndefined();
}

async function signUp(client: Client, firstname: string): Promise<Row> {
  const mobile = `65${newMobile()}`;
  const log = { os: 'Android', salutation: '', firstname, lastname: 'Ng', phone: mobile, email: '' };
  await client.post('/logsignup/sendlog', { ...log, note: '', action: 'signup', idfb: '' });
  const before = await countCodes(mobile);
  const email = `client.${mobile}@home.example`;
  const form = { mobile, salutation: '', firstname, lastname: 'Ng', email, otpVerified: false };
  const registered = await client.create('/customers/register', form);
  expect.soft(registered.otpVerified).toBe(false);
  const incomplete = await client.refused(422, '/customers/verify', { mobile, otp: '' });
  expect.soft(JSON.stringify(incomplete)).toContain('Please fill up all fields!');
  const otp = await newestCode(mobile, before);
  const session = await client.signIn('/customers/verify', { mobile, otp });
  expect.soft(session).toMatchObject({ type: 'customer', firstname, email, creditsLeft: 0 });
  return client.get(`/customers/${session.id}`);
}

async function signInWithFacebook(client: Client, mobile: unknown): Promise<void> {
  const graph = await startFakeGraph({ port: GRAPH_PORT, ...FACEBOOK });
  const person = { userID: `7018293${newMobile()}`, name: 'Farah Ng', email: 'farah@home.example' };
  const login = () => ({
    accessToken: graph.issueToken(person),
    userID: person.userID,
    expiresIn: 5183999,
    signedRequest: '',
    graphDomain: 'facebook',
    data_access_expiration_time: 1893456000,
  });
  const step = await client.post('/customers/fb-login', login());
  expect.soft(step.status).toBe(200);
  const before = await countCodes(String(mobile));
  await client.post('/customers/signinfb', { mobile, idfb: step.idfb });
  const otp = await newestCode(String(mobile), before);
  await client.signIn('/customers/verify', { mobile, otp });
  const session = await client.signIn('/customers/fb-login', login());
  expect.soft(session.status).toBeUndefined();
  await graph.close();
}

async function addHome(client: Client, customerID: string): Promise<Row> {
  const [area] = await client.get<Fields[]>('/areas-postal', { postal: '310145' });
  const { id } = await client.create('/customers-addresses', {
    ...addressForm(customerID),
    areaID: area?.areaID,
  });
  const path = `/customers-addresses/${id}`;
  await change(client, path, { addressLine3: 'Blue gate' });
  await client.get<List>('/customers-addresses', { customerID, trash: '0' });
  const other = await client.create(
    '/customers-addresses',
    withNulls({ ...addressForm(customerID), isPrimary: false }),
  );
  await client.post(`/customers-addresses/${other.id}/trash`);
  await client.post(`/customers-addresses/${other.id}/untrash`);
  const row = await rowOf(client, '/customers-addresses', other.id, { customerID });
  await client.post(`/customers-addresses/${other.id}/update`, { ...row, label: 'Office' });
  return client.get(path);
}

test('a client written from SPEC.md alone can make every call', async ({ browser }) => {
  await goToNextMonday();
  const office = await openClient(browser);
  const empty = await office.refused(422, '/admins/signin', { identity: ' ', password: '' });
  expect.soft(empty.detail).toContain('[error] Missing `identity` and/or `password` parameter');
  const siti = await office.signIn('/admins/signin', OFFICE);
  expect.soft(siti.type).toBe('admin');

  await manageAdmins(office, siti);
  const [aminah, beeHoon, chitra] = await hire(office);
  await blockDays(office, chitra);
  const sold = await fillCatalogue(office);
  await editSite(office);

  // Farah signs up, and books all four services.
  const farah = await openClient(browser);
  await farah.get('/customers/checkstatus');
  const customer = await signUp(farah, 'Farah');
  await signInWithFacebook(farah, customer.mobile);
  await signInByCode(farah, 'customers', String(customer.mobile));
  await farah.get('/customers/checkstatus');
  await change(farah, `/customers/${customer.id}`, { lastname: 'Ng Li Na' });
  const address = await addHome(farah, customer.id);
  await farah.get<List>('/packages', { trash: '0', from: 0, size: 9999999, type: 'regular' });
  await farah.post('/customers/updateCreditCard', { stripeToken: 'tok_visa' });

  const slots = await freeTimes(farah, 2);
  expect(slots.length).toBeGreaterThan(8);
  const slot = (index: number) => slots[index] as Slot;
  const form = (pack: Row, index: number, more: Fields = {}) =>
    jobForm({ pack, customer, address, ...slot(index), more });
  const read = (client: Client, { id }: Row) => client.get<Job>(`/jobs/${id}`);

  const regular = await farah.create<Job>(
    '/customers/createjob',
    form(sold.regular, 0, { cleaner1ID: aminah.id, cleanerType: 'preferred', amountToPay: '' }),
  );
  await farah.post(`/jobs/${regular.id}/commit`, payment(regular, customer.email));
  expect.soft(await read(farah, regular)).toMatchObject({ status: 'paid', paid: true });

  const { code } = await office.get(`/promocodes/${sold.promo.id}`);
  const seen = await office.get(`/customers/${customer.id}`);
  await office.post(`/customers/${customer.id}/update`, { ...seen, salutation: 'Ms' });
  const oneTime = await farah.create<Job>('/customers/createjob', form(sold.oneTime, 1));
  const checked = await farah.post('/customers/checkpromocode', {
    code,
    package_id: sold.oneTime.id,
    customer_id: customer.id,
    auth: '',
  });
  expect.soft(checked.valid, JSON.stringify(checked)).toBe(true);
  await farah.post(`/jobs/${oneTime.id}/update-promocode`, { promocode: code });
  const reduced = await read(farah, oneTime);
  expect.soft(reduced.amountToPay).toBe(oneTime.amountToPay * 0.9);
  const token = { stripeToken: 'tok_visa', picked: false, change: false, promocode: code };
  await farah.post(`/jobs/${oneTime.id}/commit`, payment(reduced, customer.email, token));

  const spring = await farah.create<Job>('/customers/createjob', form(sold.spring, 2, { status: null }));
  await farah.post(`/jobs/${spring.id}/commit`, payment(spring, customer.email, { creditsUsed: null }));
  const moving = await farah.create<Job>('/customers/createjob', withNulls(form(sold.moving, 3)));
  await farah.post(`/jobs/${moving.id}/commit`, payment(moving, customer.email));

  // She moves one, changing only its start in the record that she read, and cancels another.
  await farah.post(`/jobs/${oneTime.id}/update`, {
    ...(await read(farah, oneTime)),
    startTime: slot(4).startTime,
  });
  const moved = await read(farah, oneTime);
  expect.soft(moved).toMatchObject({ startTime: slot(4).startTime, hasChangedDate: true });
  await farah.post(`/jobs/${moving.id}/update`, {
    ...(await read(farah, moving)),
    specialRequests: 'Ring twice',
  });
  await farah.post('/calendar/create_event', { jobID: moving.id });
  await farah.post('/calendar/delete_event', { jobID: moving.id });
  await farah.post(`/jobs/${moving.id}/cancel`);
  const mine = { customerID: customer.id, cleanerID: '', sortby: 'startTime', order: 'desc', status: '' };
  const bookings = await farah.get<List>('/jobs', { trash: '0', from: 0, size: 99999, ...mine });
  expect.soft(idsOf(bookings)).not.toContain(moving.id);
  expect.soft(idsOf(bookings)).toContain(oneTime.id);

  // She buys credits and pays with them.
  const bought = await farah.post(`/packages/${sold.credit.id}/pay`, {
    stripeToken: '',
    promocode: '',
    picked: true,
    change: false,
    price: sold.credit.price,
  });
  expect.soft(bought).toMatchObject({ creditsLeft: 20, creditsBalance: 20 });
  const [lot] = await farah.get<Row[]>(`/customers-credits/${customer.id}`);
  const byCredit = await farah.create<Job>(
    '/customers/createjob',
    form(sold.regular, 5, { amountToPay: null }),
  );
  const spent = await farah.post('/customers/updatecredit', {
    credit_ID: lot?.id,
    jobID: byCredit.id,
    promocode: '',
  });
  expect.soft(spent).toMatchObject({ creditsLeft: -4, creditsBalance: 16, amountToPay: 0 });
  await farah.post(`/jobs/${byCredit.id}/commit`, payment(await read(farah, byCredit), customer.email));
  await farah.get('/credits/list');

  // She sends credits to Grace.
  const grace = await openClient(browser);
  const friend = await signUp(grace, 'Grace');
  const { fullname } = await farah.post('/customers/get_fullname', { email: friend.email });
  expect.soft(fullname).toMatch(/^Grace/);
  await farah.post('/customers/sendcredit', { amount: 2, email: friend.email, email_type: 'existing' });
  const gift = await bodyOfMail(office, String(friend.email), /Code: (\w{4}-\w{4}-\w{4})/);
  const received = await grace.post('/customers/receivedcredit', { code: gift });
  expect.soft(received).toMatchObject({ creditsLeft: 2, creditsBalance: 2 });
  const sent = await farah.post<List>('/customers/sendcreditList');
  expect.soft(sent.items?.[0]?.status).toBe('claimed');
  const receipts = await grace.post<List>('/customers/receivedcreditList', { customerID: friend.id });
  expect.soft(receipts.items?.length).toBe(1);

  await runOffice(office, { sold, customer, address, slots: slots.slice(6), beeHoon });
  await visit(browser, { customer: farah, mobile: String(customer.mobile), job: regular, cleaner: aminah });

  // Some hours later, and so with a new session.
  await office.signIn('/admins/signin', OFFICE);
  for (const { id } of [sold.regular, sold.oneTime, sold.spring, sold.moving, sold.credit])
    await office.post(`/packages/${id}/trash`);
  await office.post(`/promocodes/${sold.promo.id}/trash`);
  await office.post(`/checklists/${sold.checklist.id}/trash`);
  for (const client of [office, farah, grace]) await client.close();

  const unmade = EXPECTED.filter((call) => !made.has(call));
  expect.soft(unmade, 'calls of SPEC.md section 7 that were not made').toEqual([]);
});

interface OfficeDay {
  sold: Catalogue;
  customer: Row;
  address: Row;
  slots: Slot[];
  beeHoon: Row;
}

/** The office: customers, jobs, money, downloads, figures and letters. */
async function runOffice(
  office: Client,
  { sold, customer, address, slots, beeHoon }: OfficeDay,
): Promise<void> {
  const tiers = [27, 25, 24, 0].map((perHour) => ({ perHour, numCredits: perHour === 25 ? 3 : 0 }));
  const mobile = `65${newMobile()}`;
  const { id } = await office.create('/customers', {
    id: '',
    mobile,
    salutation: '',
    firstname: 'Hana',
    lastname: 'Yeo',
    email: `client.${mobile}@home.example`,
    creditsLeft: 3,
    otpVerified: false,
    credits: tiers,
    trash: 0,
  });
  await manage(office, '/customers', id, { lastname: 'Yeo Hana' });
  const credits = tiers.map((tier) => (tier.perHour === 27 ? { ...tier, numCredits: 1 } : tier));
  const hana = await office.get(`/customers/${id}`);
  await office.post(`/customers_admin/${id}/update`, { ...hana, credits });
  expect.soft((await office.get(`/customers/${id}`)).creditsLeft).toBe(4);
  const { id: addressID } = await office.create('/customers-addresses', addressForm(id));
  await change(office, `/customers-addresses/${addressID}`, { label: 'Flat' });
  await office.get<List>('/customers-addresses', { customerID: id, trash: '*' });

  const [first, second, third] = slots as [Slot, Slot, Slot];
  const named = { cleaner1ID: beeHoon.id, label: 'By the office' };
  const book = (slot: Slot, more: Fields) =>
    office.create<Job>('/jobs', jobForm({ pack: sold.oneTime, customer, address, ...slot, more }));
  const job = await book(first, named);
  await change(office, `/jobs/${job.id}`, { specialRequests: 'Mind the cat' });
  await office.post('/customers/confirmJobAdmin', {
    jobID: job.id,
    amountToPay: job.amountToPay,
    promocode: '',
  });
  const confirmed = await office.get<Job>(`/jobs/${job.id}`);
  expect.soft(confirmed.status).toBe('paid');
  await office.post(`/jobs/${job.id}/update`, { ...confirmed, ...second });
  expect.soft(await office.get(`/jobs/${job.id}`)).toMatchObject({ ...second, status: 'paid' });
  const unpaid = await book(third, {});
  await office.post(`/jobs/${unpaid.id}/update`, {
    ...(await rowOf(office, '/jobs', unpaid.id)),
    label: 'Row',
  });
  await office.post(`/jobs/${unpaid.id}/trash`);
  await office.post(`/jobs/${unpaid.id}/untrash`);
  await office.get<List>('/jobs', { ...ALL, customerID: customer.id, cleanerID: '', status: 'paid' });
  await office.get<List>('/jobs', { ...ALL, sortby: 'startTime', order: 'asc' });

  const charge = { total: 2500, customerID: customer.id, details: 'Lost key' };
  await office.post('/customers/chargeCreditCard', charge);
  const manual = { type: 'paynow', total: 5000, customerID: customer.id, details: 'Deposit' };
  const transaction = await office.create('/transactions', manual);
  await change(office, `/transactions/${transaction.id}`, { details: 'Deposit for June' });
  const row = await rowOf(office, '/transactions', transaction.id);
  await office.post(`/transactions/${row.id}/update`, { ...row, details: 'Deposit' });
  await office.post(`/transactions/${transaction.id}/trash`);
  await office.post(`/transactions/${transaction.id}/untrash`);
  const transactions = await office.get<List>('/transactions', { customerID: customer.id });
  for (const row of transactions.items) await office.get(`/transactions/${row.id}`);
  await office.get<List>('/transactions', { ...ALL, customerID: '' });

  const letter = { firstname: 'Ivy', lastname: 'Koh', mobile, email: 'ivy@home.example', subject: 'Hours' };
  const request = await office.create('/contact-requests', { ...letter, message: 'Do you come on Sundays?' });
  const requests = await office.get<List>('/contact-requests', ALL);
  const whole = requests.items.find((row) => row.id === request.id);
  await office.post(`/contact-requests/${request.id}/update`, { ...whole, subject: 'Sundays' });
  await office.post(`/contact-requests/${request.id}/trash`);
  await office.post(`/contact-requests/${request.id}/untrash`);
  await office.create('/join-us/addnew', {
    firstname: 'Jaya',
    lastname: 'Kumar',
    phone: mobile,
    email: 'jaya@home.example',
    gender: 'female',
    age: 34,
    experience: '',
    nationality: '',
    home_area: '',
    apply_for: 'Part-time cleaner',
    message: '',
  });

  for (const path of ['/cleaners', '/customers', '/customers-addresses', '/logsignup']) {
    const csv = await office.get<string>(path, { download: 1 });
    expect.soft(String(csv).split('\n').length, `${path} as CSV`).toBeGreaterThan(1);
  }
  const from_date = `${await businessDay(office)} 00:00:00`;
  const to_date = `${from_date.slice(0, 10)} 23:59:59`;
  for (const path of ['/ad-hoc', '/jobs', '/promocode'])
    await office.get(`${path}/statistics`, { from_date, to_date });
  await change(office, `/promocodes/${sold.promo.id}`, { label: unique('Client used') });
  await office.get('/credits-left/statistics');
  await office.get('/credits/list', ALL);
}

interface Visit {
  customer: Client;
  mobile: string;
  job: Job;
  cleaner: Row;
}

/** The cleaner changes her number, and cleans; the customer writes a review. */
async function visit(browser: Browser, { customer, mobile: home, job, cleaner }: Visit): Promise<void> {
  await setClock(minutesFrom(job.startTime, 2));
  const aminah = await openClient(browser);
  const session = await signInByCode(aminah, 'cleaners', String(cleaner.mobile));
  expect.soft(session.type).toBe('cleaner');
  const mobile = `65${newMobile()}`;
  const before = await countCodes(mobile);
  await aminah.post('/cleaners/change-mobile', { mobile, cleanerID: cleaner.id });
  const otp = await newestCode(mobile, before);
  await aminah.post('/cleaners/verify-new-mobile', { otp, cleanerID: cleaner.id });
  await change(aminah, `/cleaners/${cleaner.id}`, { addressLine1: 'Blk 3 Bedok South' });

  const query = { trash: '0', from: 0, size: 9999999, cleanerID: cleaner.id, status: 'paid' };
  const { items } = await aminah.get<List>('/jobs', query);
  expect.soft(items.map(({ id }) => id)).toContain(job.id);
  await aminah.get(`/jobs/${job.id}`);
  await aminah.post(`/jobs/${job.id}/start`);
  const read = await aminah.get<{ checklist: Row[] }>(`/job_checklists/${job.id}`);
  const checklist = read.checklist.map((item) => ({ ...item, done: true }));
  const comment = 'The hob is broken.';
  await aminah.post(`/job_checklists/${job.id}/update`, { checklist, comment, cleanerID: cleaner.id });
  await aminah.post(`/job_checklists/${job.id}/update`, {
    ...(await aminah.get<Fields>(`/job_checklists/${job.id}`)),
    comment: '',
    cleanerID: cleaner.id,
  });
  await setClock(minutesFrom(job.endTime, 5));
  await aminah.post(`/jobs/${job.id}/finish`);
  await aminah.close();

  await signInByCode(customer, 'customers', home);
  await customer.post(`/jobs/${job.id}/addreview`, { review: 'Spotless.', reviewStarts: 5 });
  expect.soft(await customer.get(`/jobs/${job.id}`)).toMatchObject({ review: 'Spotless.', reviewStarts: 5 });
}
