/** All that a command has to do with the world beside the API. Tests give their own. */
export interface Io {
  /** Writes what was asked for, to stdout. */
  out(text: string): void;
  /** Writes messages and progress, to stderr. */
  err(text: string): void;
  /** Whether a person can be asked: stdin and stderr are terminals. */
  readonly canAsk: boolean;
  /** Whether stderr is a terminal, on which progress can be shown in place. */
  readonly showsProgress: boolean;
  readonly colors: boolean;
  readonly columns: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted when the person presses Ctrl-C. */
  readonly interrupted: AbortSignal;
  /** Asks for one line. */
  ask(question: string): Promise<string>;
  /** Reads stdin to its end. */
  readInput(): Promise<string>;
  now(): number;
  /** Fails early when `interrupted` is aborted. */
  sleep(ms: number): Promise<void>;
}
