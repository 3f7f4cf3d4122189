import type { Figure } from './figure.ts';

export type BenchContext = {
  home: string;
  logDir: string;
  signal: AbortSignal;
  /** A folder of this run that is gone afterwards. */
  runDir: string;
  /** Progress, for whoever waits. */
  progress: (message: string) => void;
  /** Factor for the backends' delays and for what state machines wait; 1 is what is meant, less is for trying the bench. */
  timeScale: number;
  /** Whether the part does the least that shows that it works: figures of such a run say nothing. */
  isSmall: boolean;
  /** What has to be undone when the part ends, however it ends. */
  undoLater: (undo: () => Promise<void> | void) => void;
};

/** Figures that are measured together; `npm run bench -- --only <name>` measures them alone. */
export type Part = {
  name: string;
  about: string;
  /** Files and folders of the repository that its figures depend on, tests aside; the machine and the emulator are not among them. */
  measures: readonly string[];
  run: (context: BenchContext) => Promise<Figure[]>;
};
