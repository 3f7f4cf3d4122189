import axe from 'axe-core';
import type { Page } from 'playwright-core';

type Violation = { id: string; help: string; nodes: string[] };

/** What axe finds wrong with the page as it is now, by the rules of WCAG 2.2 A and AA and axe's best practices. */
export async function violations(page: Page): Promise<Violation[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    // `axe.source` has just defined this in the page, where nothing can be imported.
    const { axe } = globalThis as typeof globalThis & { axe: typeof import('axe-core') };
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ html }) => html) }));
  });
}
