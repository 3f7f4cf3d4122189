import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });

/** Leaves test files out, because they are not measured code. */
const linesOf = (text: string): string[] =>
  text.split('\n').filter((line) => line !== '' && !line.endsWith('.test.ts'));
const listed = (places: readonly string[]): string[] =>
  linesOf(git('ls-files', '--cached', '--others', '--exclude-standard', '--', ...places)).filter((path) =>
    existsSync(join(ROOT, path)),
  );

/**
 * A digest of the current files below these places, including uncommitted changes. A commit id is not used, because a
 * rebase gives the same code another id.
 */
export function digestOf(places: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of new Set(listed(places).sort())) hash.update(`${path}\0`).update(readFileSync(join(ROOT, path)));
  return hash.digest('hex').slice(0, 16);
}

/** The checked-out commit, with a `+` if files below these places have uncommitted changes. */
export function currentCommit(places: readonly string[]): string {
  const isChanged = linesOf(git('status', '--porcelain', '--', ...places)).length > 0;
  return `${git('rev-parse', '--short', 'HEAD').trim()}${isChanged ? '+' : ''}`;
}
