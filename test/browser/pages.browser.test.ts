import { expect, test } from 'vitest';
import { checkPage } from './_worlds/check-page.ts';
import { aBrowser, describeInBrowser } from './_worlds/visitor.ts';

const { signedIn } = aBrowser();

describeInBrowser('pages', () => {
  test('every page of staff has a title, no violation in light and dark, and fits on a phone', async () => {
    const { page, close } = await signedIn('operator');
    for (const [link, name, title = link] of [
      ['Order', 'offerings', 'Order a cluster'],
      ['Orders', 'orders'],
      ['People', 'people'],
      ['Activity', 'activity'],
      ['Provider', 'provider'],
      ['Operator', 'operator'],
    ] as [string, string, string?][]) {
      await page.getByRole('link', { name: link, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      expect(await page.title()).toBe(`${title} – Paddock`);
      await expect.poll(() => page.getByRole('status', { name: 'Loading' }).count()).toBe(0);
      await checkPage(page, name);
    }
    await page.getByRole('button', { name: 'Check Sample Rancher' }).click();
    await page.getByRole('listitem').first().waitFor();
    await close();
  });

  test('an operator sees the steps and the sync jobs that are at work at a provider', async () => {
    const { page, close } = await signedIn('operator', '/console/operator');
    await page.getByRole('button', { name: 'Show the work at Sample Rancher' }).click();
    await page.getByText('sync_rancher_users').waitFor();
    await page.getByText('No step is at work.').waitFor();
    await checkPage(page, 'provider-work');
    await close();
  });

  test.each(['tokens', 'hooks'])('the tab %s of People has no violation and fits on a phone', async (tab) => {
    const { page, close } = await signedIn('owner', `/console/people?tab=${tab}`);
    await page.getByRole('tabpanel').getByRole('button').first().waitFor();
    await expect.poll(() => page.getByRole('status', { name: 'Loading' }).count()).toBe(0);
    await checkPage(page, tab);
    await close();
  });

  test('a page that a list does not have leads to the first page of the list', async () => {
    const { page, close } = await signedIn('owner', '/console/activity?page=999&feature=projects');
    await page.getByRole('table', { name: 'Activity' }).waitFor();
    expect(new URL(page.url()).search).toBe('?page=1&feature=projects');
    await close();
  });

  test('an unknown page says so, and leads back', async () => {
    const { page, close } = await signedIn('owner', '/console/no-such-page');
    await page.getByRole('heading', { name: 'No such page' }).waitFor();
    await page.getByRole('link', { name: 'See your clusters' }).click();
    await page.getByRole('heading', { level: 1, name: 'Clusters' }).waitFor();
    await close();
  });
});
