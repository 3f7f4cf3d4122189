import { expect, test } from 'vitest';
import { aBrowser, describeInBrowser } from './_worlds/visitor.ts';

const { signedIn } = aBrowser();
const MOST_BYTES = 300_000;
const MOST_MS = 2_000;

describeInBrowser('the first load', () => {
  test('is at most 300 kB as it is sent, and shows the clusters within two seconds', async () => {
    const { page, open, close } = await signedIn('owner');
    const heading = page.getByRole('heading', { level: 1, name: 'Clusters' });
    await heading.waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    const startedMs = Date.now();
    await open('/console/');
    await heading.waitFor();
    const shownAfterMs = Date.now() - startedMs;
    const bytes = await page.evaluate(() => {
      const entries = performance.getEntries().filter((entry) => entry instanceof PerformanceResourceTiming);
      return entries.reduce(
        (sum, { name, encodedBodySize }) => sum + (name.includes('/console/') ? encodedBodySize : 0),
        0,
      );
    });
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
    expect(shownAfterMs).toBeLessThanOrEqual(MOST_MS);
    await close();
  });
});
