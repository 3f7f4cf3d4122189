import { z } from 'zod';
import { exampleUuid } from '../_core/example-uuid.ts';
import { address, looseText, paragraphs, reference, text } from '../_core/fields.ts';
import type { ApiOperations } from '../_core/operation.ts';

const BOTH = 'Give both a username and a password, or neither.';
const fields = {
  name: text(150),
  description: paragraphs(2000),
  catalog_url: address().meta({ description: 'URL of a chart repository or of a Git repository.' }),
  branch: looseText(255).meta({ description: 'Branch of a Git repository.', examples: ['main'] }),
};
const accountFields = {
  username: looseText(255)
    .optional()
    .meta({ description: 'User name at the repository.', examples: ['olga'] }),
  password: looseText(255).optional().meta({
    description:
      'Password at the repository. Never shown. The password is kept in the cluster. The password of a global catalog is also kept in the secret store, for new clusters.',
  }),
};
type Account = z.infer<z.ZodObject<typeof accountFields>>;
const isWhole = ({ username = '', password = '' }: Account): boolean => (username === '') === (password === '');
const accountOf = ({ username = '', password = '' }: Account) => (username === '' ? undefined : { username, password });

export const newCatalogBody = z
  .object({
    ...fields,
    description: fields.description.default(''),
    branch: fields.branch.default(''),
    ...accountFields,
    scope: reference('rancher-clusters', 'rancher-projects', 'service-settings').meta({
      description: 'An object of `rancher-clusters`, `rancher-projects` or `service-settings`: its uuid or its URL.',
    }),
  })
  .refine(isWhole, { path: ['password'], error: BOTH })
  .transform(({ name, description, catalog_url: url, branch, scope: scopeUuid, ...account }) => ({
    ...{ name, description, url, branch, scopeUuid },
    account: accountOf(account),
  }));

/** The body of a change. It contains no scope, because a catalog stays in its scope. */
export const catalogChangeBody = z
  .object({ ...fields, ...accountFields })
  .partial()
  .refine(isWhole, { path: ['password'], error: BOTH })
  .transform(({ name, description, catalog_url: url, branch, ...account }) => ({
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(url !== undefined && { url }),
    ...(branch !== undefined && { branch }),
    account: accountOf(account),
  }));

const GLOBAL =
  'Only staff may change a global catalog. Its changes reach active clusters within about a minute. Other clusters get the changes up to an hour after they are active again.';
const IN_CALL = 'If Kubernetes refuses the change, the answer is 400 with Kubernetes’ message in `details`.';

export const catalogOperations = (view: z.ZodType): ApiOperations => {
  const change = {
    summary: 'Change a catalog',
    rule: 'catalog.update',
    description: `Fields that are left out stay as they are, including username and password. But if \`catalog_url\` gets another scheme, host or port, the stored username and password are deleted unless the request has new ones. The scope cannot be changed. ${GLOBAL} ${IN_CALL}`,
    body: catalogChangeBody,
    bodyExample: { description: 'Charts of our teams.' },
    reply: view,
    refuses: [400, 405, 409, 502],
  } as const;
  return {
    'POST /': {
      summary: 'Add a catalog',
      description:
        '`scope` is a cluster, a Rancher project, or a provider (`service-settings`). The charts of a Rancher project’s catalog can only be installed in that project. ' +
        `$GLOBALRancher downloads the index afterwards; the charts are listed at \`rancher-templates\` after the next pull. $IN_CALL409 if the name is taken in the cluster. In Rancher, only owners of the cluster may change catalogs. So an administrator of the project gets 403.`,
      rule: 'catalog.create',
      body: newCatalogBody,
      bodyExample: {
        name: 'our-charts',
        catalog_url: 'https://charts.example.org/',
        scope: exampleUuid('rancher-clusters'),
      },
      status: 201,
      reply: view,
      refuses: [400, 405, 409, 502],
    },
    'PUT /{uuid}/': change,
    'PATCH /{uuid}/': change,
    'DELETE /{uuid}/': {
      summary: 'Delete a catalog',
      description: `Deletes the catalog in the cluster, with its username and password. Applications that were installed from it stay. $GLOBAL${IN_CALL}`,
      rule: 'catalog.update',
      status: 204,
      refuses: [400, 405, 409, 502],
    },
    'POST /{uuid}/refresh/': {
      summary: 'Refresh a catalog',
      description: `Rancher downloads the index again. Staff only. $GLOBAL`,
      rule: 'catalog.refresh',
      refuses: [400, 405, 409, 502],
    },
  };
};
