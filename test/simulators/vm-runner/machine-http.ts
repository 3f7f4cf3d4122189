import { rootCertificates } from 'node:tls';
import { Agent, type Dispatcher, fetch } from 'undici';
import type { Machine } from './machine.ts';

export interface MachineRequest {
  url: string;
  method: string;
  headers: [string, string][];
  body: string | null;
  followRedirects: boolean;
  /** The PEM certificates to trust instead of the machine's certificates. Null: the machine's certificates. */
  ca: string | null;
  verify: boolean;
  timeoutMs: number;
}

/** `status` is 0 if there was no answer. `exitCode` is then curl's exit code for the failure. */
export interface MachineAnswer {
  status: number;
  body: string;
  exitCode: number;
}

export const plainGet = { method: 'GET', headers: [], body: null, followRedirects: true, ca: null, verify: true };

/** Download sites of software. Nothing is downloaded: like packages, the software counts as available. */
const VENDORS =
  /^https:\/\/([\w-]+\.)*(hashicorp\.com|github\.com|githubusercontent\.com|opensuse\.org|ubuntu\.com|debian\.org)\//;

/** Sends a real HTTP request for the machine. The request is aborted when the machine stops. */
export async function sendFrom(machine: Machine, request: MachineRequest): Promise<MachineAnswer> {
  // A simulated machine has no metadata service. Without this check, the request would reach the metadata service of
  // the host.
  if (/^https?:\/\/169\.254\./.test(request.url)) return { status: 0, body: '', exitCode: 7 };
  if (VENDORS.test(request.url)) return { status: 200, body: '', exitCode: 0 };
  const dispatcher = dispatcherFor(machine, request);
  try {
    const answer = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      body: request.body,
      redirect: request.followRedirects ? 'follow' : 'manual',
      signal: AbortSignal.any([machine.signal, AbortSignal.timeout(request.timeoutMs)]),
      ...(dispatcher && { dispatcher }),
    });
    return { status: answer.status, body: await answer.text(), exitCode: 0 };
  } catch (error) {
    machine.signal.throwIfAborted();
    return { status: 0, body: '', exitCode: exitCodeOf(error) };
  } finally {
    void dispatcher?.close();
  }
}

/** Holds a connection open until the other side ends it, or the machine stops. */
export async function openFrom(machine: Machine, url: string, headers: [string, string][]): Promise<void> {
  const dispatcher = dispatcherFor(machine, { ca: null, verify: true });
  try {
    const answer = await fetch(url, { headers, signal: machine.signal, ...(dispatcher && { dispatcher }) });
    for await (const _part of answer.body ?? []) if (machine.signal.aborted) return;
  } catch {
    machine.signal.throwIfAborted();
  } finally {
    void dispatcher?.destroy();
  }
}

/**
 * Returns undefined if the request can use the shared connections. Separate connections are expensive. Only requests
 * with an extra CA or without verification need them.
 */
function dispatcherFor(
  { trusted }: Machine,
  { ca, verify }: Pick<MachineRequest, 'ca' | 'verify'>,
): Dispatcher | undefined {
  if (ca === null && trusted.length === 0 && verify) return undefined;
  const bundle = ca === null ? [...rootCertificates, ...trusted] : [ca];
  return new Agent({ connect: { ca: bundle, rejectUnauthorized: verify }, keepAliveTimeout: 1 });
}

/**
 * Returns curl's exit code: 3 malformed URL, 6 unknown host, 7 refused, 28 timeout, 35 TLS, 52 no answer, 60
 * certificate not trusted.
 */
function exitCodeOf(error: unknown): number {
  if (!(error instanceof Error)) return 7;
  if (error.name === 'TimeoutError') return 28;
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = 'code' in cause ? String(cause.code) : '';
  if (code === 'ERR_INVALID_URL') return 3;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 6;
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code)) return 60;
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET') return 52;
  return code.startsWith('ERR_SSL') ? 35 : 7;
}
