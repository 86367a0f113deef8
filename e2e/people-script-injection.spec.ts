import { expect, type Page } from '@playwright/test';
import { addNote } from '#features/people/customers/contract/notes.ts';
import { updateAddress } from '#features/people/customers/contract.ts';
import { writeMessage } from '#features/work/conversations/contract.ts';
import { updateJob } from '#features/work/jobs/contract.ts';
import { addReview, finishJob, startJob, updateJobChecklist } from '#features/work/visits/contract.ts';
import { book, freeTime, openTestBusiness } from './support/business.ts';
import { call, type Signed } from './support/call.ts';
import { minutesFrom, setClock } from './support/clock.ts';
import { cleanerSession, hire, newMobile, openOffice, signUp, WEEK } from './support/people.ts';
import { expectNothingRan, MARKED, SHORT_SCRIPT } from './support/script-injection.ts';
import { test } from './support/test.ts';
import { arrive, expectView, follow } from './support/walk.ts';

/** Opens each address in one session, waits for the words, if any, and checks that nothing ran. */
async function visitAll(page: Page, addresses: readonly (readonly [string, string | null])[]): Promise<void> {
  for (const [address, words] of addresses) {
    if (page.url() === 'about:blank') await arrive(page, address);
    else {
      await follow(page, address);
      await expectView(page, address);
    }
    await expect(page.locator('[aria-busy="true"]'), address).toHaveCount(0);
    if (words !== null) await expect(page.getByText(words).first(), address).toBeVisible();
    await expectNothingRan(page);
  }
}

test('markup in every text that people write about a visit runs nothing, wherever it is shown', async ({
  openPage,
}) => {
  const business = await openTestBusiness();
  const { office } = business;
  const aunt = { firstname: `Ah ${SHORT_SCRIPT}`, lastname: SHORT_SCRIPT, mobile: newMobile() };
  const { id: cleaner1ID } = await hire(office, aunt, { ...WEEK, languages: [SHORT_SCRIPT] });
  const eve = await signUp(`Eve ${SHORT_SCRIPT}`, SHORT_SCRIPT);
  const lines = {
    addressLine1: `Blk 1 ${SHORT_SCRIPT}`,
    addressLine2: SHORT_SCRIPT,
    addressLine3: SHORT_SCRIPT,
  };
  const home = { ...lines, label: SHORT_SCRIPT };
  await call(updateAddress, { params: { id: eve.addressID }, body: home }, eve);
  const job = await book(business, eve, { startTime: await freeTime(business), cleaner1ID });
  const visit = { params: { id: job.id } };
  await call(updateJob, { ...visit, body: { specialRequests: MARKED } }, eve);
  await call(writeMessage, { ...visit, body: { text: MARKED } }, eve);
  await call(writeMessage, { ...visit, body: { text: `Answer ${MARKED}` } }, office);
  await call(addNote, { params: { id: eve.id }, body: { text: MARKED } }, office);
  const cleaner: Signed = await cleanerSession(aunt);
  await setClock(job.startTime);
  await call(startJob, { ...visit, body: {} }, cleaner);
  await call(updateJobChecklist, { ...visit, body: { comment: MARKED } }, cleaner);
  await visitAll(await openPage(cleaner), [
    ['/cleaner/dashboard', 'Blk 1 <img'],
    [`/cleaner/upcoming/${job.id}`, 'Mind <b>this'],
    ['/cleaner/profile', '<img'],
  ]);
  await setClock(minutesFrom(job.endTime, 5));
  await call(finishJob, { ...visit, body: {} }, cleaner);
  await call(addReview, { ...visit, body: { review: MARKED, reviewStarts: 1 } }, eve);

  await visitAll(await openPage(eve), [
    ['/dashboard', null],
    ['/dashboard/bookings', null],
    [`/dashboard/bookings/${job.id}`, 'Mind <b>this'],
    ['/dashboard/account', '<img'],
  ]);
  // The session of the office ended while the clock moved to the visit.
  await visitAll(await openPage(await openOffice()), [
    ['/admin/overview', null],
    [`/admin/jobs/${job.id}/view`, 'Eve <img'],
    ['/admin/jobs', null],
    ['/admin/customers', 'Eve <img'],
    [`/admin/customers/${eve.id}/view`, 'Eve <img'],
    [`/admin/customers/${eve.id}/address/view/${eve.addressID}`, null],
    ['/admin/cleaners', null],
    [`/admin/cleaners/${cleaner1ID}/view`, 'Ah <img'],
    ['/admin/reviews', 'Mind <b>this'],
    ['/sandbox', null],
  ]);
});
