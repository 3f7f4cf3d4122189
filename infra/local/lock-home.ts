import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from './operator-error.ts';

/**
 * Locks the folder for one local cloud, because two clouds in one folder would overwrite each other's addresses. A
 * second cloud is refused while the first runs. A lock is ignored if its process no longer runs. Returns a function
 * that unlocks the folder.
 * @throws OperatorError with the id of the process that uses the folder
 */
export function takeHome(home: string): () => void {
  const file = join(home, 'start.pid');
  mkdirSync(home, { recursive: true });
  const holder = holderOf(file);
  if (holder !== undefined) {
    throw new OperatorError(
      `Paddock is already running in ${home} (process ${holder}). Stop it, or start this one with another folder and port: PADDOCK_HOME=.local-2 PADDOCK_API_PORT=0.`,
    );
  }
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}

/** The process that uses the folder, if that process still runs. */
function holderOf(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(pid) && pid > 0 && process.kill(pid, 0) ? pid : undefined;
  } catch {
    return undefined;
  }
}
