/** The environment of a command, apart from the API. Tests pass their own implementation. */
export interface Io {
  /** Writes results to stdout. With the style `states`, states are colored on a terminal. */
  out(text: string, style?: 'states'): void;
  /** Writes messages and progress to stderr. */
  err(text: string): void;
  /** Clears the line of the progress on stderr. */
  clearLine(): void;
  /** Whether a command can ask the user: stdin and stderr are terminals. */
  readonly canAsk: boolean;
  /** Whether stderr is a terminal, where progress can overwrite its own line. */
  readonly showsProgress: boolean;
  readonly colors: boolean;
  readonly columns: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted when the user presses Ctrl-C. */
  readonly interrupted: AbortSignal;
  /** Asks the user for one line. */
  ask(question: string): Promise<string>;
  /** Reads stdin to its end. */
  readInput(): Promise<string>;
  now(): number;
  /** Rejects at once when `interrupted` is aborted. */
  sleep(ms: number): Promise<void>;
}
