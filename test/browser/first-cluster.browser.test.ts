import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aBrowser, describeInBrowser, picture } from './_worlds/visitor.ts';
import { violations } from './accessibility.ts';

const { signedIn } = aBrowser();
/** An order, or its end, on busy cores. */
const OPERATION_MS = 100_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** What `kubectl` says with a kubeconfig. Undefined where it is not installed. */
async function kubectl(kubeconfig: string, ...args: string[]): Promise<string | undefined> {
  const options = { env: { ...process.env, KUBECONFIG: kubeconfig }, timeout: 30_000 };
  try {
    return (await promisify(execFile)('kubectl', args, options)).stdout;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

describeInBrowser('an owner’s first cluster', () => {
  test('from the sign-in to a kubeconfig that works, and to the end of the cluster', async () => {
    const { page, close } = await signedIn('owner');
    await expect.poll(() => page.title()).toBe('Clusters – Paddock');

    await page.getByRole('link', { name: 'Order', exact: true }).click();
    await page.getByRole('link', { name: 'Order Kubernetes, self-managed' }).click();
    const name = page.getByLabel('Name');
    await name.fill('Web 1');
    await expect.poll(() => page.locator('[id$="-error"]').first().textContent()).toBeTruthy();
    expect(await page.getByRole('button', { name: 'Order', exact: true }).isDisabled()).toBe(true);
    await picture(page, 'order-with-a-mistake');
    await name.fill('web-1');
    await page.getByText('3 servers: m1.medium').waitFor();
    await picture(page, 'order');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Order', exact: true }).click();

    await page.getByRole('heading', { level: 1, name: 'web-1' }).waitFor();
    await page.getByText('Planned 5 nodes').waitFor({ timeout: OPERATION_MS });
    await picture(page, 'cluster-creating');
    await page.getByRole('button', { name: 'Kubeconfig' }).click({ timeout: OPERATION_MS });
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const kubeconfig = join(folder, 'config');
    await (await downloading).saveAs(kubeconfig);
    expect(await readFile(kubeconfig, 'utf8')).toMatch(/^kind: Config$/m);
    expect((await kubectl(kubeconfig, 'get', 'namespaces')) ?? 'default').toContain('default');
    await page.getByText('3 of 3 nodes OK').waitFor();
    await picture(page, 'cluster');
    expect(await violations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Terminate' }).click();
    const confirm = page.getByRole('button', { name: 'Terminate the cluster' });
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByLabel('Type web-1 to confirm').fill('web-1');
    await confirm.click();
    await page.getByRole('heading', { name: 'This cluster is gone' }).waitFor({ timeout: OPERATION_MS });
    await page.getByRole('link', { name: 'See your clusters' }).click();
    await page.getByRole('heading', { level: 1, name: 'Clusters' }).waitFor();
    expect(await page.getByRole('link', { name: 'web-1' }).count()).toBe(0);
    await close();
  });
});
