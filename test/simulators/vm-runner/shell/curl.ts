import { type Machine, pause } from '../machine.ts';
import { type MachineAnswer, type MachineRequest, sendFrom } from '../machine-http.ts';
import { type CurlOptions, curlOptions } from './curl-options.ts';
import { type CommandCall, type CommandResult, failure, success } from './shell.ts';

// The statuses that `--retry` retries (curl's manual). Others are retried only with --retry-all-errors.
const TRANSIENT = [408, 429, 500, 502, 503, 504];
const DEFAULT_TIMEOUT_MS = 10_000;

/**
 * Sends a real request. The exit codes are curl's: 22 for an error status with `-f`, 7 for no connection, 60 for an
 * untrusted certificate.
 */
export async function curl({ shell, args, stdin }: CommandCall): Promise<CommandResult> {
  const { machine } = shell;
  const options = curlOptions(args);
  const request = requestOf(options, machine, stdin);
  const retries = Number(options.given('retry') ?? 0);
  for (let tries = 0; ; tries += 1) {
    const answer = await sendFrom(machine, request);
    const code = exitCode(answer, options);
    if (!isTransient(answer, options) || tries >= retries) return resultOf(answer, { code, options, machine });
    machine.note(reasonOf(answer, options.url, code));
    await pause(machine, machine.delays.retry);
  }
}

function requestOf(options: CurlOptions, machine: Machine, stdin: string): MachineRequest {
  const read = (part: string) =>
    part.startsWith('@') ? (part === '@-' ? stdin : (machine.files.get(part.slice(1)) ?? '')) : part;
  const body = bodyOf(options, read);
  const cacert = options.given('cacert');
  const seconds = Number(options.given('max-time') ?? options.given('connect-timeout'));
  return {
    url: /^\w+:\/\//.test(options.url) ? options.url : `http://${options.url}`,
    method: options.given('request') ?? (body === null ? 'GET' : 'POST'),
    headers: headersOf(options, body !== null, read),
    body,
    followRedirects: options.has('location'),
    ca: cacert === undefined ? null : (machine.files.get(cacert) ?? ''),
    verify: !options.has('insecure'),
    timeoutMs: seconds > 0 ? seconds * 1000 : DEFAULT_TIMEOUT_MS,
  };
}

/** Replaces `@file` by the contents of the file, and `@-` by standard input. */
type Reader = (part: string) => string;

function bodyOf(options: CurlOptions, read: Reader): string | null {
  const parts = [
    ...[...options.all('data'), ...options.all('data-binary'), ...options.all('json')].map(read),
    ...options.all('data-raw'),
    ...options.all('data-urlencode').map(urlEncoded),
  ];
  return parts.length > 0 ? parts.join('&') : null;
}

function urlEncoded(part: string): string {
  const [, name = '', value = ''] = /^([^=]*=)?(.*)$/s.exec(part) ?? [];
  return name + encodeURIComponent(value);
}

function headersOf(options: CurlOptions, hasBody: boolean, read: Reader): [string, string][] {
  const headers = new Headers();
  if (hasBody) headers.set('content-type', 'application/x-www-form-urlencoded');
  if (options.all('json').length > 0) headers.set('content-type', 'application/json');
  const user = options.given('user');
  if (user !== undefined) headers.set('authorization', `Basic ${Buffer.from(user).toString('base64')}`);
  for (const header of options.all('header').flatMap((part) => read(part).split('\n'))) {
    const colon = header.indexOf(':');
    if (colon > 0) headers.set(header.slice(0, colon).trim(), header.slice(colon + 1).trim());
  }
  return [...headers];
}

function isTransient({ status, exitCode: noAnswer }: MachineAnswer, options: CurlOptions): boolean {
  if (options.has('retry-all-errors')) return noAnswer !== 0 || status >= 400;
  return TRANSIENT.includes(status) || noAnswer === 28 || (noAnswer === 7 && options.has('retry-connrefused'));
}

function exitCode({ status, exitCode: noAnswer }: MachineAnswer, options: CurlOptions): number {
  if (noAnswer !== 0) return noAnswer;
  return status >= 400 && (options.has('fail') || options.has('fail-with-body')) ? 22 : 0;
}

/** The reason names only the server, because the path or the query may contain a token. */
function reasonOf({ status }: MachineAnswer, url: string, code: number): string {
  const server = URL.canParse(url) ? new URL(url).origin : 'a malformed URL';
  return status > 0 ? `curl: ${status} from ${server}` : `curl: no answer from ${server} (exit code ${code})`;
}

function resultOf(
  answer: MachineAnswer,
  { code, options, machine }: { code: number; options: CurlOptions; machine: Machine },
): CommandResult {
  const written = (options.given('write-out') ?? '')
    .replaceAll('%{http_code}', String(answer.status).padStart(3, '0'))
    .replaceAll('\\n', '\n');
  const hidden = code === 22 && !options.has('fail-with-body');
  const body = hidden ? '' : answer.body;
  const path = options.given('output') ?? (options.has('remote-name') ? options.url.split('/').at(-1) : undefined);
  if (path !== undefined && path !== '/dev/null' && code === 0) machine.files.set(path, body);
  const stdout = (path === undefined ? body : '') + written;
  return code === 0 ? success(stdout) : { ...failure(code, reasonOf(answer, options.url, code)), stdout };
}
