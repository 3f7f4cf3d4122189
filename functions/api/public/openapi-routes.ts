import type { ApiReply } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

/** Reads a file of the bundle, gzipped by the build. */
export type Files = { read(name: string): Promise<Buffer> };

/** The page has the rest of the policy, with the hash of its script. */
const CONTENT_SECURITY_POLICY = "frame-ancestors 'none'";
const CACHED = { 'cache-control': 'public, max-age=300' };

const fileReply = async (files: Files, name: string, type: string, headers = {}): Promise<ApiReply> => ({
  status: 200,
  file: { type, gzipped: await files.read(name) },
  headers: { ...CACHED, ...headers },
});

/** `GET /api/openapi.json`. */
export const documentRoutes = (files: Files): Routes => ({
  'GET /': { open: () => fileReply(files, 'openapi.json.gz', 'application/json') },
});

/** `GET /api/docs/`. */
export const docsRoutes = (files: Files): Routes => ({
  'GET /': {
    open: () =>
      fileReply(files, 'docs.html.gz', 'text/html; charset=utf-8', {
        'content-security-policy': CONTENT_SECURITY_POLICY,
        'referrer-policy': 'no-referrer',
      }),
    anyMedia: true,
  },
});
