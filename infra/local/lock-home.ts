import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from './operator-error.ts';

/**
 * Two clouds in one folder would write over each other's addresses: the second is refused while the first runs. Answers how to give the
 * folder back. What a killed process has left is taken over.
 * @throws OperatorError naming the process that has it
 */
export function takeHome(home: string): () => void {
  const file = join(home, 'start.pid');
  mkdirSync(home, { recursive: true });
  const holder = holderOf(file);
  if (holder !== undefined) {
    throw new OperatorError(
      `Paddock runs already with ${home} (process ${holder}). Stop it, or give this one a folder and a port: PADDOCK_HOME=.local-2 PADDOCK_API_PORT=0.`,
    );
  }
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}

/** The process that uses the folder, if it still runs. */
function holderOf(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(pid) && pid > 0 && process.kill(pid, 0) ? pid : undefined;
  } catch {
    return undefined;
  }
}
