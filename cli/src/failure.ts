import { PaddockError, PaddockUnreachable } from '@paddock/client';
import { CommanderError } from 'commander';
import { CommandError, EXIT, type ExitCode } from './command-error.ts';
import { oneLine } from './output/printable.ts';

export type Failure = { code: ExitCode; lines: string[] };

const CODES: Readonly<Record<number, ExitCode>> = {
  400: EXIT.usage,
  401: EXIT.notAllowed,
  403: EXIT.notAllowed,
  404: EXIT.notFound,
  409: EXIT.conflict,
};

const NEXT_STEPS: Readonly<Record<number, string>> = {
  401: 'Sign in with `paddock login`.',
  404: '`paddock list` shows the clusters that you can see.',
  409: '`paddock describe` shows what the cluster does now; try again when that is done.',
  429: 'Wait a minute, then try again.',
  503: 'Wait a minute, then try again.',
};

const CHECK_ADDRESS = 'Check the address, and whether a proxy is needed.';

/** Returns the message for an error, and a next step if one is known. Commander has already printed its own errors. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CommanderError) return { code: error.exitCode === 0 ? EXIT.done : EXIT.usage, lines: [] };
  if (error instanceof CommandError)
    return { code: error.code, lines: [error.message, error.nextStep ?? ''].filter((line) => line !== '') };
  if (error instanceof PaddockError) return ofAnswer(error);
  if (error instanceof PaddockUnreachable) return { code: EXIT.failed, lines: [`${error.message}.`, CHECK_ADDRESS] };
  if (error instanceof Error && error.name === 'AbortError') return { code: EXIT.interrupted, lines: [] };
  return { code: EXIT.failed, lines: [error instanceof Error ? error.message : String(error)] };
}

/** Returns the next step after a failure of Paddock, or of a proxy in front of Paddock. */
function otherNextStep(status: number, correlationId: string | undefined): string | undefined {
  if (status < 400) return CHECK_ADDRESS;
  if (status < 500) return undefined;
  return correlationId === undefined
    ? 'Wait a minute, then try again. Ask your operator if it fails again.'
    : `Quote ${correlationId} to your operator.`;
}

function ofAnswer({ status, detail, fields, correlationId }: PaddockError): Failure {
  const code = CODES[status] ?? EXIT.failed;
  const nextStep = NEXT_STEPS[status] ?? otherNextStep(status, correlationId);
  const problems = fields.map(({ field, message }) => oneLine(field === '' ? message : `${field}: ${message}`));
  const lines =
    problems.length > 1 ? ['The request has problems:', ...problems.map((line) => `  ${line}`)] : [oneLine(detail)];
  return { code, lines: [...lines, ...(nextStep === undefined ? [] : [nextStep])] };
}
