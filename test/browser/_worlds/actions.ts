import type { Page } from 'playwright-core';
import { OPERATION_MS } from './visitor.ts';

export async function startAction(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

export async function actionsIn(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem').first().waitFor();
  const actions = await page.getByRole('menuitem').allTextContents();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  return actions;
}

/** Starts an operation on the whole cluster, and waits until the operation ends. */
export async function whileAtWork(page: Page, start: () => Promise<void>): Promise<void> {
  const progress = page.getByRole('progressbar', { name: 'Progress', exact: true });
  await start();
  // At 0 % the bar has no width and does not count as visible, so wait until it is attached.
  await progress.waitFor({ state: 'attached' });
  await progress.waitFor({ state: 'detached', timeout: OPERATION_MS });
}
