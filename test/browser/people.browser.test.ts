import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { until } from '#infra/local/until';
import { inboxAt } from '#test/network/mail-simulator';
import { checkPage } from './_worlds/check-page.ts';
import { aBrowser, browserCloud, describeInBrowser, signIn } from './_worlds/visitor.ts';

const { visitor, signedIn } = aBrowser();
/** A scheduled job delivers e-mails every few seconds. On a cloud of `npm start`, the job runs once a minute. */
const MAIL_MS = 90_000;

const entriesOf = async (page: Page) => {
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('link', { name: 'Activity' }).waitFor();
  return navigation.getByRole('link').allTextContents();
};
const FOR_ALL = ['Clusters', 'Order', 'Orders', 'People', 'Activity'];

async function linkOfInvitation(email: string): Promise<string> {
  const tooLate = `No invitation has come to ${email}.`;
  const mail = await until({ tooLate, timeoutMs: MAIL_MS }, async () =>
    (await inboxAt(browserCloud().mail)).find(({ to }) => to.includes(email)),
  );
  return /http\S+\/console\/invitation\/\w+\/#\S+/.exec(mail.text)?.[0] ?? '';
}

describeInBrowser('people', () => {
  test.each([
    ['member', FOR_ALL],
    ['owner', [...FOR_ALL, 'Provider']],
    ['operator', [...FOR_ALL, 'Provider', 'Operator']],
  ])('a user called %s sees the pages that are for such users', async (username, entries) => {
    const { page, close } = await signedIn(username);
    expect(await entriesOf(page)).toEqual(entries);
    await close();
  });

  test('a person who is invited by e-mail signs in from its link, and has the role', async () => {
    const email = 'otto@example.org';
    const owner = await signedIn('owner', '/console/people?tab=invitations');
    await owner.page.getByRole('button', { name: 'Invite a person' }).click();
    await owner.page.getByLabel('E-mail address').fill(email);
    await owner.page.getByRole('button', { name: 'Invite', exact: true }).click();
    await owner.page.getByRole('cell', { name: email, exact: true }).waitFor();
    await checkPage(owner.page, 'invitations');

    const { page, close } = await visitor();
    await page.goto(await linkOfInvitation(email));
    await signIn(page, 'otto');
    await page.getByRole('heading', { name: 'You are invited' }).waitFor();
    expect(page.url()).not.toContain('#');
    await checkPage(page, 'invitation');
    await page.getByRole('button', { name: 'Accept the invitation' }).click();
    await page.getByText('You have the role now').waitFor();
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('cell', { name: email, exact: true }).waitFor();
    await Promise.all([close(), owner.close()]);
  }, 180_000);

  test('a member’s order waits, and an owner rejects it with a reason', async () => {
    const member = await signedIn('member', '/console/order');
    await member.page.getByRole('link', { name: 'Order Kubernetes, self-managed' }).click();
    await member.page.getByLabel('Name').fill('not-wanted');
    await member.page.getByRole('button', { name: 'Order', exact: true }).click();
    await member.page.getByRole('cell', { name: 'Pending consumer' }).waitFor();
    await member.close();

    const { page, close } = await signedIn('owner', '/console/orders');
    await page.getByRole('button', { name: 'Reject the order of not-wanted' }).click();
    await page.getByLabel('Reason').fill('Too large.');
    await page.getByRole('button', { name: 'Reject', exact: true }).click();
    await page.getByRole('cell', { name: 'Rejected' }).waitFor();
    await checkPage(page, 'orders');
    await close();
  });

  test('who signs out sees the sign-in page, and nothing else', async () => {
    const { page, close } = await signedIn('owner');
    await page.getByRole('button', { name: 'Account of Olga Owner' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Paddock' }).waitFor();
    await checkPage(page, 'sign-in');
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in to Paddock' }).waitFor();
    await close();
  });
});
