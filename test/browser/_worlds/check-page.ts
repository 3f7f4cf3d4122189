import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from './accessibility.ts';
import { picture } from './visitor.ts';

const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

/**
 * Checks one page against the rules that apply to all pages: axe finds no problem in light and dark mode, and a phone
 * needs no horizontal scroll bar. `name` is the name of the page's picture.
 */
export async function checkPage(page: Page, name: string): Promise<void> {
  await picture(page, name);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    expect(await violations(page), `${name}, ${colorScheme}`).toEqual([]);
    if (colorScheme === 'dark' && name === 'cluster') await picture(page, `${name}-dark`);
  }
  await page.setViewportSize(PHONE);
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(width, { message: `the width of ${name} on a phone` }).toBeLessThanOrEqual(PHONE.width);
  expect(await violations(page), `${name} on a phone`).toEqual([]);
  if (name === 'cluster') await picture(page, `${name}-phone`);
  await page.setViewportSize(DESK);
}
