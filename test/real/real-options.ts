import type { Progress } from '#infra/local/local-cloud';
import type { RealPart } from './real-settings.ts';

export interface RealOptions {
  readonly part: RealPart;
  /** The folder in which real servers are kept between runs. */
  readonly home: string;
  readonly logDir: string;
  readonly firstPort: number;
  readonly done: Progress;
  readonly print: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Does a piece of work, and notes how long it took. */
export type Timed = <T>(name: string, work: () => Promise<T>) => Promise<T>;
