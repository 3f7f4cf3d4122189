import type { Progress } from '#infra/local/local-cloud';
import type { RealPart } from './real-settings.ts';

export interface RealOptions {
  readonly part: RealPart;
  readonly home: string;
  readonly logDir: string;
  readonly firstPort: number;
  readonly done: Progress;
  readonly print: (line: string) => void;
  readonly signal: AbortSignal;
}

export type Timed = <T>(name: string, work: () => Promise<T>) => Promise<T>;
