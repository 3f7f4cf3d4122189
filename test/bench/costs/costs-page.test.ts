import { expect, test } from 'vitest';
import { pageWith } from './costs-page.ts';

const PAGE = 'What it is.\n<!-- written by npm run bench -->\nold\n<!-- until here -->\nWhat else.\n';

test('the tables are replaced, what people wrote around them stays', () => {
  const page = pageWith(PAGE, [{ title: '6 VMs', usage: { transition: 200, dashboard: 1 } }]);
  expect(page).toMatch(/^What it is\.\n<!-- written/);
  expect(page).toMatch(/<!-- until here -->\nWhat else\.\n$/);
  expect(page).not.toContain('old');
  expect(page).toContain('## 6 VMs: 3.00 USD');
  expect(page).toContain('| Step Functions, standard | 200 | state transition | 0.005000 |');
});

test('a page without its marks is not overwritten', () => {
  expect(() => pageWith('What it is.', [])).toThrow('has no');
});
