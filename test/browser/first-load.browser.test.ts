import { expect, test } from 'vitest';
import { aBrowser, describeInBrowser } from './_worlds/visitor.ts';

const { signedIn, visitor } = aBrowser();
const MAX_BYTES = 300_000;
const MAX_MS = 2_000;

describeInBrowser('the first load', () => {
  test('is at most 300 kB as it is sent, and shows the clusters within two seconds', async () => {
    const known = await signedIn('owner');
    const cookies = await known.page.context().cookies();
    await known.close();
    // A new browser context with an empty cache.
    const { page, open, close } = await visitor();
    await page.context().addCookies(cookies);
    const startedMs = Date.now();
    await open('/console/');
    await page.getByRole('heading', { level: 1, name: 'Clusters' }).waitFor();
    const shownAfterMs = Date.now() - startedMs;
    const bytes = await page.evaluate(() => {
      const entries = performance.getEntries().filter((entry) => entry instanceof PerformanceResourceTiming);
      const files = entries.filter(({ name }) => name.includes('/console/'));
      return files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    });
    process.stdout.write(`First load: ${Math.round(bytes / 1000)} kB, ${shownAfterMs} ms\n`);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
    expect(shownAfterMs).toBeLessThanOrEqual(MAX_MS);
    await close();
  });
});
