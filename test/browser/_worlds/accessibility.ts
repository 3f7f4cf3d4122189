import axe from 'axe-core';
import type { Page } from 'playwright-core';

type Violation = { id: string; help: string; nodes: string[] };

/** What axe finds wrong with the page as it is now, by the rules of WCAG 2.2 A and AA and axe's best practices. */
export async function violations(page: Page): Promise<Violation[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: the page has the script that was just read
    const run = (globalThis as any).axe.run;
    const { violations } = await run(document, { resultTypes: ['violations'] });
    type Found = { id: string; help: string; nodes: { html: string }[] };
    return violations.map(({ id, help, nodes }: Found) => ({ id, help, nodes: nodes.map(({ html }) => html) }));
  });
}
