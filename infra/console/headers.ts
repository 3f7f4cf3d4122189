import { extname } from 'node:path';

/**
 * A page of the console may load only its own files and call only its own API. Scripts must be files. The component
 * library sets styles while it runs, so styles may be inline
 * (docs/decisions/0109-the-console-is-static-files-at-the-address-of-the-api.md).
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * If a file's name contains a hash of its contents, the file never changes. So browsers may cache it forever. At each
 * visit, browsers check the page that names these files.
 */
export const CACHE_FOREVER = 'public, max-age=31536000, immutable';
export const CACHE_NEVER = 'no-cache';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

export const typeOf = (path: string): string => TYPES[extname(path)] ?? 'application/octet-stream';
