import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aBrowser, describeInBrowser, OPERATION_MS } from './_worlds/visitor.ts';

const { signedIn } = aBrowser();
const NAME = 'by-keyboard';
/** The maximum number of key presses to reach one element. Every page has fewer focusable elements. */
const MAX_PRESSES = 100;

const isFocused = (element: Locator) => element.evaluate((one) => one === document.activeElement);

async function moveTo(page: Page, element: Locator, key: 'Tab' | 'ArrowDown' = 'Tab'): Promise<void> {
  await element.waitFor();
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    await page.keyboard.press(key);
    if (await isFocused(element)) return;
  }
  throw new Error(`${key} does not lead to ${element}.`);
}

async function enter(page: Page, element: Locator): Promise<void> {
  await moveTo(page, element);
  await page.keyboard.press('Enter');
}

describeInBrowser('with the keyboard alone', () => {
  test('the skip link leads to the content, and a new page begins at its title', async () => {
    const { page, open, close } = await signedIn('owner');
    await open('/console/clusters');
    await page.getByRole('heading', { level: 1, name: 'Clusters' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await isFocused(page.getByRole('link', { name: 'Skip to the content' }))).toBe(true);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await isFocused(page.getByRole('link', { name: 'Order a cluster' }))).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Order a cluster' }).waitFor();
    await expect.poll(() => isFocused(page.getByRole('heading', { level: 1 }))).toBe(true);
    await close();
  });

  test('a cluster is ordered, found in the list, and terminated', async () => {
    const { page, open, close } = await signedIn('owner', '/console/order');
    await enter(page, page.getByRole('link', { name: 'Order Kubernetes, self-managed' }));
    await moveTo(page, page.getByLabel('Name'));
    await page.keyboard.type(NAME);
    await page.getByText('3 servers: m1.medium').waitFor();
    await enter(page, page.getByRole('button', { name: 'Order', exact: true }));
    await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
    await page.getByText('Cluster is ready').waitFor({ timeout: OPERATION_MS });

    await open('/console/clusters');
    await enter(page, page.getByRole('link', { name: NAME }));
    await enter(page, page.getByRole('button', { name: 'Actions' }));
    const terminate = page.getByRole('menuitem', { name: 'Terminate' });
    await moveTo(page, terminate, 'ArrowDown');
    await page.keyboard.press('Enter');
    const confirmation = page.getByLabel(`Type ${NAME} to confirm`);
    await confirmation.waitFor();
    await expect.poll(() => isFocused(confirmation)).toBe(true);
    await page.keyboard.type(NAME);
    await enter(page, page.getByRole('button', { name: 'Terminate the cluster' }));
    await page.getByRole('heading', { name: 'This cluster is gone' }).waitFor({ timeout: OPERATION_MS });
    await close();
  });
});
