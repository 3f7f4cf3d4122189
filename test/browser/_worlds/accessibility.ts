import axe from 'axe-core';
import type { Page } from 'playwright-core';

type Violation = { id: string; help: string; nodes: string[] };

/**
 * The problems that axe finds on the current page. The rules are those of WCAG 2.2 A and AA, and axe's best practices.
 */
export async function violations(page: Page): Promise<Violation[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    // `axe.source` has just defined this global in the page, because code in the page cannot import modules.
    const { axe } = globalThis as typeof globalThis & { axe: typeof import('axe-core') };
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ html }) => html) }));
  });
}
