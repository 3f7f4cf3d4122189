import { mkdirSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import type { Endpoints } from '#infra/local/endpoints';
import { findChromium } from './find-chromium.ts';

const program = findChromium();
const cloud = inject('browserCloud');

/** Describes tests that need a browser. They are skipped if Chromium is not installed. */
export const describeInBrowser = describe.skipIf(program === undefined);

export function browserCloud(): Endpoints {
  if (!cloud) throw new Error('There is no local cloud: Chromium was not found when the suite began.');
  return cloud;
}

/** The time limit for an order or a deletion on busy cores. */
export const OPERATION_MS = 100_000;
/** The time limit for a page to show the expected content. */
const PATIENCE_MS = 15_000;

/** `clicks` counts the visitor's clicks on all pages, including those of the identity provider. */
export type Visitor = {
  page: Page;
  clicks: { count: number };
  open(path: string): Promise<void>;
  close(): Promise<void>;
};
type Look = Pick<BrowserContextOptions, 'colorScheme' | 'viewport' | 'acceptDownloads'>;

/** Starts one browser for a test file. Each visitor has separate cookies and storage. */
export function aBrowser() {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (program === undefined) return;
    // Containers run the browser as root, and Chromium's sandbox does not work as root.
    browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  });
  afterAll(() => browser?.close());

  async function visitor(look: Look = {}): Promise<Visitor> {
    if (!browser) throw new Error('The browser did not start.');
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB', ...look });
    context.setDefaultTimeout(PATIENCE_MS);
    const clicks = { count: 0 };
    await context.exposeFunction('countClick', () => {
      clicks.count += 1;
    });
    await context.addInitScript(() =>
      addEventListener('click', ({ isTrusted }) => isTrusted && Reflect.get(globalThis, 'countClick')(), true),
    );
    const page = await context.newPage();
    const { api } = browserCloud();
    return {
      ...{ page, clicks },
      open: async (path) => void (await page.goto(`${api}${path}`)),
      close: () => context.close(),
    };
  }

  /** A visitor who has signed in at the identity provider and returned to a page of the console. */
  async function signedIn(username: string, path = '/console/', look: Look = {}): Promise<Visitor> {
    const someone = await visitor(look);
    await someone.open(path);
    await signIn(someone.page, username);
    return someone;
  }
  return { visitor, signedIn };
}

export async function signIn(page: Page, username: string): Promise<void> {
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('username').fill(username);
  await page.getByLabel('password').fill(username);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('navigation').first().waitFor({ state: 'attached' });
}

/** Saves a picture of the page for the documentation if `PADDOCK_PICTURES` is set. */
export async function picture(at: Page | Locator, name: string): Promise<void> {
  if (!process.env.PADDOCK_PICTURES) return;
  mkdirSync('docs/console', { recursive: true });
  await at.screenshot({ path: `docs/console/${name}.png`, animations: 'disabled' });
}
