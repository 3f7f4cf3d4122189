import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const DEPCRUISE = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const FOLDERS = ['infra', 'functions', 'statemachines', 'shared', 'test'];

/** The report of dependency-cruiser for the folders below `cwd`, and whether there were no violations. */
async function depcruise(cwd: string, folders: string[]): Promise<{ isClean: boolean; report: string }> {
  const args = [DEPCRUISE, '--config', '.dependency-cruiser.cjs', '--output-type', 'err', ...folders];
  return promisify(execFile)(process.execPath, args, { cwd }).then(
    ({ stdout }) => ({ isClean: true, report: stdout }),
    (error: { stdout: string }) => ({ isClean: false, report: error.stdout }),
  );
}

/** A temporary folder with our rules and these files. It is removed after the test. */
function plantedTree(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'paddock-arrows-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const rules = ['.dependency-cruiser.cjs', 'tsconfig.json', 'package.json', 'test/architecture/capability-order.json'];
  for (const name of rules) cpSync(name, join(root, name));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

test('every import follows the arrows of docs/architecture.md', async () => {
  const { isClean, report } = await depcruise('.', FOLDERS);
  expect(report).toMatch(/no dependency violations found/);
  expect(isClean).toBe(true);
}, 180_000);

test.each([
  [
    'domain that knows an adapter',
    'shared/domain/a.ts',
    "import '../adapters/b.ts';",
    'shared/adapters/b.ts',
    'shared/domain-imports-only',
  ],
  [
    'a function that loads a machine',
    'functions/a.ts',
    "import '#machines/b';",
    'statemachines/b.ts',
    'functions-imports-only',
  ],
  [
    'an adapter that knows a use case',
    'shared/adapters/a.ts',
    "import '../app/b.ts';",
    'shared/app/b.ts',
    'shared/adapters-imports-only',
  ],
  [
    'a capability that knows one behind it',
    'shared/domain/identity/a.ts',
    "import '../clusters/b.ts';",
    'shared/domain/clusters/b.ts',
    'shared/domain/identity imports nothing behind it',
  ],
  ['two files that import each other', 'shared/app/a.ts', "import './b.ts';", 'shared/app/b.ts', 'no cycles'],
])(
  '%s is reported',
  async (_what, from, importing, to, rule) => {
    const back = rule === 'no cycles' ? "import './a.ts';" : '';
    const root = plantedTree({ [from]: importing, [to]: `${back}export const b = 1;` });
    const { isClean, report } = await depcruise(root, [...new Set([from, to].map((path) => path.split('/')[0] ?? ''))]);
    expect(report).toContain(rule);
    expect(isClean).toBe(false);
  },
  180_000,
);
