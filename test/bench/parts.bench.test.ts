import { afterAll, describe, expect, test } from 'vitest';
import { undoStack } from '#infra/local/undo-stack';
import { PARTS } from './parts.ts';
import { runPart } from './run-part.ts';

/** The progress messages, which are shown only if the run fails. */
const said: string[] = [];
const undo = undoStack();
afterAll(undo.undo);

/**
 * These parts start a cloud of their own and take minutes, as `clusters` does, and differ from it by the kind of cluster.
 * `npm run bench` runs them.
 */
const ALIKE = ['pools', 'cluster-api'];

describe('the bench', () => {
  test.each(PARTS.filter(({ name }) => !ALIKE.includes(name)))(
    '$name runs from end to end and measures something',
    async (part) => {
      const figures = await runPart(part, {
        signal: new AbortController().signal,
        timeScale: 1,
        isSmall: true,
        progress: (line) => said.push(`${part.name}: ${line}`),
        undoLater: undo.push,
      }).catch((cause) => {
        throw new Error(`${part.name} failed after:\n${said.slice(-10).join('\n')}`, { cause });
      });
      expect(figures.length, 'figures').toBeGreaterThan(0);
      expect(figures.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
      const names = figures.map(({ name }) => name);
      expect(new Set(names).size, 'figures with names of their own').toBe(names.length);
    },
  );
});
