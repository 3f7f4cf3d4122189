import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localHome, localLogDir } from '#infra/local/local-settings';
import { ownFolder, removeFolder } from '#infra/local/process-groups';
import { undoStack } from '#infra/local/undo-stack';
import type { Figure } from './figure.ts';
import type { BenchContext, Part } from './part.ts';

type Run = Pick<BenchContext, 'signal' | 'timeScale' | 'isSmall' | 'progress'> & {
  /** Receives the clean-up of the run, for a caller that may have to stop the run early. */
  undoLater?: (undo: () => Promise<void>) => void;
};

/** Runs one part in a separate folder. All processes of the part have ended when the promise resolves or rejects. */
export async function runPart(part: Part, { undoLater, ...run }: Run): Promise<Figure[]> {
  const runDir = mkdtempSync(join(tmpdir(), 'paddock-bench-'));
  ownFolder(runDir);
  const own = undoStack();
  undoLater?.(own.undo);
  own.push(() => removeFolder(runDir));
  const place = { home: localHome(), logDir: join(localLogDir('bench'), part.name), runDir };
  try {
    return await part.run({ ...place, ...run, undoLater: own.push });
  } finally {
    await own.undo();
  }
}
