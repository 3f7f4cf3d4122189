import { createReadStream, existsSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, normalize } from 'node:path';
import { createGzip } from 'node:zlib';
import { CACHE_FOREVER, CACHE_NEVER, CONTENT_SECURITY_POLICY, typeOf } from '../../console/headers.ts';

const BASE = '/console/';
const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
};

/**
 * Answers paths of the console from a folder, as CloudFront does on AWS (`infra/stacks/console.ts`). `/` leads to the
 * console. Each console path outside the assets gets the one HTML page, which reads the path itself. Returns false for
 * all other paths.
 */
export function answerFromFolder(folder: string, incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  const { pathname } = new URL(incoming.url ?? '/', 'http://localhost');
  if (pathname === '/' || pathname === '/console') {
    outgoing.writeHead(302, { location: BASE, 'cache-control': CACHE_NEVER }).end();
    return true;
  }
  if (!pathname.startsWith(BASE)) return false;
  sendFile(folder, normalize(`/${pathname.slice(BASE.length)}`), incoming, outgoing);
  return true;
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

function sendFile(folder: string, path: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const isAsset = path.startsWith('/assets/');
  const file = join(folder, isAsset ? path : 'index.html');
  if (!isFile(file)) {
    outgoing.writeHead(404, HEADERS).end();
    return;
  }
  const isZipped = /\bgzip\b/.test(String(incoming.headers['accept-encoding'] ?? ''));
  outgoing.writeHead(200, {
    ...HEADERS,
    'content-type': typeOf(file),
    'cache-control': isAsset ? CACHE_FOREVER : CACHE_NEVER,
    vary: 'accept-encoding',
    ...(isZipped && { 'content-encoding': 'gzip' }),
  });
  const contents = createReadStream(file).once('error', () => outgoing.destroy());
  (isZipped ? contents.pipe(createGzip()) : contents).pipe(outgoing);
}
