import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { personAt } from '#test/e2e/_worlds/customer';
import { actionsIn, startAction, whileAtWork } from './_worlds/actions.ts';
import { aBrowser, browserCloud, describeInBrowser, OPERATION_MS } from './_worlds/visitor.ts';

const { signedIn } = aBrowser();
const NAME = 'day-two';
const node = (role: string, number: number) => `${NAME}-rancher-node-${role}-${number}`;

describeInBrowser('a cluster of nodes on its second day', () => {
  let page: Page;
  let end: () => Promise<void>;
  beforeAll(async () => {
    const staff = personAt(browserCloud(), 'staff');
    const placed = await staff.place(staff.clusterOrder(NAME, 1, 2));
    expect(await staff.ended(placed.uuid)).toMatchObject({ state: 'done', error_message: '' });
    const visitor = await signedIn('operator', `/console/clusters/${placed.resource_uuid}`);
    page = visitor.page;
    end = async () => {
      await visitor.close();
      await staff.call('POST', `marketplace-resources/${placed.marketplace_resource_uuid}/terminate/`, {});
    };
  });
  afterAll(() => end());

  /**
   * A node in the tree of machines. The locator also names the HTML element, because the timeline shows the node's name
   * too.
   */
  const machine = (name: string) => page.locator('summary', { hasText: name });

  async function actOn(name: string, action: string): Promise<void> {
    await machine(name).click();
    await page.getByRole('button', { name: `${action} ${name}` }).click();
    await page.getByRole('button', { name: `${action} the node` }).click();
    await machine(name).waitFor({ state: 'detached', timeout: OPERATION_MS });
  }

  test('a node is replaced by a new one, and another one is deleted', async () => {
    await page.getByText('2 of 2 nodes OK').waitFor();
    await actOn(node('agent', 1), 'Replace');
    await machine(node('agent', 3)).waitFor();
    await page.getByText('2 of 2 nodes OK').waitFor();
    await actOn(node('agent', 2), 'Delete');
    await expect.poll(() => page.getByText('1 of 1 node OK').count()).toBe(2);
  });

  test('the console of a node opens in a window of its own', async () => {
    await machine(node('agent', 3)).click();
    const opening = page.waitForEvent('popup');
    // The address of a simulated console leads to no server, so the test waits only for the request.
    const asking = page.context().waitForEvent('request', (request) => request.url().includes('vnc'));
    await page.getByRole('button', { name: `Console of ${node('agent', 3)}` }).click();
    const [opened, request] = await Promise.all([opening, asking]);
    expect(request.frame().page()).toBe(opened);
    await opened.close();
  });

  test('certificates are rotated', async () => {
    await startAction(page, 'Rotate certificates');
    await page.getByText('Gives 2 nodes new certificates').waitFor();
    await whileAtWork(page, () => page.getByRole('button', { name: 'Rotate', exact: true }).click());
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('the cluster hibernates, can then only wake up or end, and wakes up', async () => {
    await startAction(page, 'Hibernate');
    await whileAtWork(page, () => page.getByRole('button', { name: 'Hibernate', exact: true }).click());
    await page.getByText('Hibernated', { exact: true }).waitFor();
    expect(await actionsIn(page)).toEqual(['Wake up', 'Terminate']);
    expect(await page.getByRole('button', { name: 'Kubeconfig' }).count()).toBe(0);
    await startAction(page, 'Wake up');
    await whileAtWork(page, () => page.getByRole('button', { name: 'Wake up', exact: true }).click());
    await page.getByRole('button', { name: 'Kubeconfig' }).waitFor();
    expect(await actionsIn(page)).toContain('Hibernate');
  });
});
