/** What the exit status of `paddock` means. Documented in docs/command-line.md. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  notAllowed: 4,
  conflict: 5,
  /** What was waited for has failed, or was not done in time. */
  operationFailed: 6,
  /** As shells have it for Ctrl-C. */
  interrupted: 130,
  /** As shells have it for SIGPIPE: nobody reads the output any more. */
  brokenPipe: 141,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A failure that is said in one sentence, with a next step for the user. */
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
