import { NEWEST, OLDEST } from './microversion.ts';

const link = (href: string, rel = 'self') => ({ href, rel });

/** The version document that `GET /` returns. `root` is the address of the cloud's API, without a slash at its end. */
export const versionsDocument = (root: string) => ({
  name: 'Magnum API',
  description: 'Kubernetes clusters in the format of Magnum’s API.',
  versions: [
    {
      id: 'v1',
      status: 'CURRENT',
      min_version: `1.${OLDEST}`,
      max_version: `1.${NEWEST}`,
      links: [link(`${root}/v1/`)],
    },
  ],
});

const COLLECTIONS = ['clustertemplates', 'clusters', 'certificates', 'mservices', 'stats', 'quotas'] as const;

/**
 * The version document that `GET /v1` returns. `root` is the address of the cloud's API, without a slash at its end.
 */
export const versionDocument = (root: string) => ({
  id: 'v1',
  media_types: [{ base: 'application/json', type: 'application/vnd.openstack.magnum.v1+json' }],
  links: [link(`${root}/v1/`)],
  ...Object.fromEntries(
    COLLECTIONS.map((name) => [name, [link(`${root}/v1/${name}/`), link(`${root}/${name}/`, 'bookmark')]]),
  ),
});
