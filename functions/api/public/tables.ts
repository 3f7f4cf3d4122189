import { configurationResource } from '#shared/contracts/rest/_root/configuration';
import { docsResource, documentResource, rootResource, versionResource } from '#shared/contracts/rest/_root/root';
import { signInResource } from '#shared/contracts/rest/identity/sign-in';
import type { ResourceTable } from '../_http/router.ts';
import { signInRoutes } from '../identity/sign-in-routes.ts';
import { configurationRoutes, docsRoutes, documentRoutes, rootRoutes, versionRoutes } from './public-routes.ts';

export const PUBLIC_SEGMENTS = ['', 'openapi.json', 'docs', 'configuration', 'version', 'sign-in'] as const;

/** Routes that anybody may call, and the version, which needs a token. '' is the root document. */
export const publicTable = {
  '': [rootResource, rootRoutes],
  'openapi.json': [documentResource, documentRoutes],
  docs: [docsResource, docsRoutes],
  configuration: [configurationResource, configurationRoutes],
  version: [versionResource, versionRoutes],
  'sign-in': [signInResource, signInRoutes],
} satisfies ResourceTable<(typeof PUBLIC_SEGMENTS)[number]>;
