import type { Collection } from '#shared/contracts/rest/_core/collections';
import { configurationView, viewConfiguration } from '#shared/contracts/rest/_root/configuration';
import { rootView, versionView } from '#shared/contracts/rest/_root/root';
import { VERSION } from '#shared/contracts/version';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { type ApiReply, ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

/** Reads a file of the function's bundle. The build has gzipped the file. */
export type Files = { read(name: string): Promise<Buffer> };

/**
 * `frame-ancestors` is sent in a header, because browsers accept it only there. The page itself contains its other
 * content security rules.
 */
const CONTENT_SECURITY_POLICY = "frame-ancestors 'none'";
const CACHED = { 'cache-control': 'public, max-age=300' };

const fileReply = async (files: Files, name: string, type: string, headers = {}): Promise<ApiReply> => ({
  status: 200,
  file: { type, gzipped: await files.read(name) },
  headers: { ...CACHED, ...headers },
});

export const documentRoutes = ({ files }: { files: Files }): Routes => ({
  'GET /': { open: () => fileReply(files, 'openapi.json.gz', 'application/json') },
});

export const docsRoutes = ({ files }: { files: Files }): Routes => ({
  'GET /': {
    open: () =>
      fileReply(files, 'docs.html.gz', 'text/html; charset=utf-8', {
        'content-security-policy': CONTENT_SECURITY_POLICY,
        'referrer-policy': 'no-referrer',
      }),
    anyMedia: true,
  },
});

/** Route of the public configuration. It needs no token, because web portals read it before users sign in. */
export const configurationRoutes = ({ site }: { site: SiteSettings }): Routes => ({
  'GET /': { open: async () => ok(configurationView, viewConfiguration(site)) },
});

/**
 * Route of the version. It needs a token, because an attacker who knows the version knows which vulnerabilities to try.
 */
export const versionRoutes = (): Routes => ({ 'GET /': async () => ok(versionView, { version: VERSION }) });

/** Route of `GET /api/`: the URLs of all collections. */
export const rootRoutes = ({ collections }: { collections: readonly Collection[] }): Routes => ({
  'GET /': async ({ request: { origin } }) =>
    ok(rootView, Object.fromEntries(collections.map((name) => [name, `${origin}/api/${name}/`]))),
});
