import { expect, test } from 'vitest';
import { offerPools } from '#test/e2e/_worlds/pooled-orders';
import { checkPage } from './_worlds/check-page.ts';
import { aBrowser, browserCloud, describeInBrowser } from './_worlds/visitor.ts';

const { signedIn } = aBrowser();

describeInBrowser('offerings of other kinds', () => {
  test('pools have a network instead of a subnet, and a tenant that Rancher cannot use is named at its field', async () => {
    const endpoints = browserCloud();
    await offerPools(endpoints, endpoints.sample.rancher_settings);
    const { page, close } = await signedIn('owner', '/console/order');
    await page.getByRole('link', { name: 'Order Kubernetes, pools' }).first().click();
    await page.getByLabel('Name').fill('pooled');
    await page.getByRole('combobox', { name: 'Network' }).or(page.getByLabel('Network')).first().waitFor();
    await page.getByText('application credential of the tenant is restricted').waitFor();
    expect(await page.getByRole('button', { name: 'Order', exact: true }).isDisabled()).toBe(true);
    expect(await page.getByLabel('Subnet').count()).toBe(0);
    await checkPage(page, 'order-of-pools');
    await close();
  });
});
