import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { personAt } from '#test/e2e/_worlds/customer';
import { startAction } from './_worlds/actions.ts';
import { checkPage } from './_worlds/check-page.ts';
import { aBrowser, browserCloud, describeInBrowser, OPERATION_MS, picture } from './_worlds/visitor.ts';

const { signedIn } = aBrowser();
const NAME = 'web-1';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The output of `kubectl` with a kubeconfig. Undefined if `kubectl` is not installed. */
async function kubectl(kubeconfig: string, ...args: string[]): Promise<string | undefined> {
  const options = { env: { ...process.env, KUBECONFIG: kubeconfig }, timeout: 30_000 };
  try {
    return (await promisify(execFile)('kubectl', args, options)).stdout;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

const orderButton = (page: Page) => page.getByRole('button', { name: 'Order', exact: true });

async function order(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Order', exact: true }).click();
  await page.getByRole('link', { name: 'Order Kubernetes, self-managed' }).click();
  await page.getByLabel('Name').fill(NAME);
  await page.getByText('3 servers: m1.medium').waitFor();
  await orderButton(page).click();
  await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
}

async function downloadKubeconfig(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Kubeconfig' }).click({ timeout: OPERATION_MS });
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file = join(folder, 'config');
  await (await downloading).saveAs(file);
  return file;
}

describeInBrowser('an owner’s first cluster', () => {
  test('a mistake is shown at its field while it is typed, and nothing can be ordered until it is corrected', async () => {
    const { page, close } = await signedIn('owner', '/console/order');
    await page.getByRole('link', { name: 'Order Kubernetes, self-managed' }).click();
    await page.getByLabel('Name').fill('Web 1');
    await page.getByText(/must consist of lower case/).waitFor();
    await page.getByLabel('System volume').first().fill('8');
    await expect.poll(() => page.locator('[id$=-error]').count()).toBe(2);
    expect(await orderButton(page).isDisabled()).toBe(true);
    await checkPage(page, 'order-with-a-mistake');
    await page.getByLabel('System volume').first().fill('64');
    await page.getByLabel('Name').fill(NAME);
    await page.getByText('3 servers: m1.medium').waitFor();
    await expect.poll(() => orderButton(page).isEnabled()).toBe(true);
    await checkPage(page, 'order');
    await close();
  });

  test('an empty number is not zero: who leaves it so gets the last number back', async () => {
    const { page, close } = await signedIn('owner', '/console/order');
    await page.getByRole('link', { name: 'Order Kubernetes, self-managed' }).click();
    const number = page.getByRole('textbox', { name: 'Number' }).first();
    await number.fill('5');
    await number.fill('');
    expect(await number.inputValue()).toBe('');
    await number.blur();
    expect(await number.inputValue()).toBe('5');
    await close();
  });

  test('seven clicks and one typed name lead from nothing to a kubeconfig that works', async () => {
    const startedMs = Date.now();
    const { page, clicks, close } = await signedIn('owner');
    await order(page);
    await page.getByText('Server requested').first().waitFor({ timeout: OPERATION_MS });
    await picture(page, 'cluster-creating');
    const kubeconfig = await downloadKubeconfig(page);
    const seconds = Math.round((Date.now() - startedMs) / 1000);
    expect(await readFile(kubeconfig, 'utf8')).toMatch(/^kind: Config$/m);
    expect((await kubectl(kubeconfig, 'get', 'namespaces')) ?? 'default').toContain('default');
    expect(clicks.count).toBe(7);
    process.stdout.write(`From nothing to a kubeconfig: ${clicks.count} clicks, ${seconds} s\n`);
    await close();
  });

  test('the cluster has its machines, grows by a node, and is gone after its termination', async () => {
    const endpoints = browserCloud();
    await personAt(endpoints, 'staff').call('PATCH', `marketplace-provider-offerings/${endpoints.sample.offering}/`, {
      plugin_options: { owners_may_add_nodes: true },
    });
    const { page, close } = await signedIn('owner', '/console/clusters');
    await page.getByRole('link', { name: NAME }).waitFor();
    await checkPage(page, 'clusters');
    await page.getByRole('link', { name: NAME }).click();
    await page.getByText('3 of 3 nodes OK').waitFor();
    await page.getByText(`${NAME}-rancher-node-server-1`).first().click();
    await page.getByText('System volume').filter({ visible: true }).first().waitFor();
    await page.getByText('Cluster is ready').waitFor();
    await checkPage(page, 'cluster');

    await startAction(page, 'Add a node');
    await page.getByText('Makes one agent').waitFor();
    await checkPage(page, 'add-a-node');
    await page.getByRole('button', { name: 'Add the node' }).click();
    await page.getByText('3 of 3 nodes OK').nth(1).waitFor({ timeout: OPERATION_MS });

    await startAction(page, 'Terminate');
    const confirm = page.getByRole('button', { name: 'Terminate the cluster' });
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByLabel(`Type ${NAME} to confirm`).fill(NAME);
    await confirm.click();
    await page.getByRole('heading', { name: 'This cluster is gone' }).waitFor({ timeout: OPERATION_MS });
    await page.getByText('Nothing is left in OpenStack').waitFor();
    await page.getByText('Nothing is left in Rancher').waitFor();
    await checkPage(page, 'proof-of-deletion');
    await page.getByRole('link', { name: 'Who changed what' }).click();
    await page.getByText(`Order of ${NAME}`).first().waitFor();
    await page.getByRole('button', { name: 'Show everything' }).click();
    await page.goBack();
    await page.getByRole('link', { name: 'See your clusters' }).click();
    await page.getByRole('heading', { level: 1, name: 'Clusters' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: NAME }).count()).toBe(0);
    await close();
  });
});
