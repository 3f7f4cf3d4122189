/** The exit statuses of `paddock`. They are documented in docs/command-line.md. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  notAllowed: 4,
  conflict: 5,
  /** The operation has failed, or has not ended in time. */
  operationFailed: 6,
  /** The exit status that shells use for Ctrl-C. */
  interrupted: 130,
  /** The exit status that shells use for SIGPIPE, when nobody reads the output any more. */
  brokenPipe: 141,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A failure with a message of one sentence, and a next step for the user. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly code: ExitCode;
  readonly nextStep: string | undefined;

  constructor(message: string, code: ExitCode, nextStep?: string) {
    super(message);
    this.code = code;
    this.nextStep = nextStep;
  }
}
