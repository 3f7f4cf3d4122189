import type { Figure } from './figure.ts';

export type BenchContext = {
  home: string;
  logDir: string;
  signal: AbortSignal;
  /** A folder for this run, which is deleted afterwards. */
  runDir: string;
  progress: (message: string) => void;
  /**
   * A factor for the backends' delays and the waits of state machines. The default is 1, which gives real figures.
   * Smaller values are for trying out the bench.
   */
  timeScale: number;
  /**
   * Whether the part runs with the smallest load that shows that it works. The figures of such a run are meaningless.
   */
  isSmall: boolean;
  /** Registers a clean-up, which runs when the part ends or fails. */
  undoLater: (undo: () => Promise<void> | void) => void;
};

/** A group of figures that are measured together. `npm run bench -- --only <name>` measures only this group. */
export type Part = {
  name: string;
  about: string;
  /**
   * Files and folders of the repository that the figures depend on, without tests. The machine and the emulator are not
   * included.
   */
  measures: readonly string[];
  run: (context: BenchContext) => Promise<Figure[]>;
};
