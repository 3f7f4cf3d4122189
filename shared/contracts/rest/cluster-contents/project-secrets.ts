import { z } from 'zod';
import { SECRET_TYPES, type ShownSecret } from '#shared/domain/cluster-contents/project-secret';
import { exampleUuid } from '../_core/example-uuid.ts';
import { mapOf, reference, verbatim } from '../_core/fields.ts';
import type { ApiOperations } from '../_core/operation.ts';
import { parseBody } from '../_core/parse-body.ts';
import { change, creation, objectName } from './content-bodies.ts';

/** Maximum length of a value, in characters. A Secret in Kubernetes has at most 1 MiB. */
const MAX_VALUE = 200_000;
const MAX_VALUES = 200;
const key = () => z.string().min(1).max(253);
const value = () => verbatim(MAX_VALUE);
const VALUES = 'Values by their keys, as plain text. They are shown nowhere.';
const EXAMPLE = { username: 'shop', password: 'correct-horse' };

const values = mapOf(key(), value(), MAX_VALUES).meta({ description: VALUES, examples: [EXAMPLE] });
const createBody = z.object({
  name: objectName(),
  namespace: reference('rancher-namespaces').meta({
    description: 'A namespace of the project: its uuid or its URL.',
    examples: [exampleUuid('rancher-namespaces')],
  }),
  type: z
    .enum(SECRET_TYPES)
    .default('Opaque')
    .meta({
      description:
        'Some types require certain keys in `data`. For example, `kubernetes.io/tls` requires `tls.crt` and `tls.key`. The type cannot be changed later.',
      examples: ['Opaque'],
    }),
  data: values,
});
const replaceBody = z.object({ data: values });
const patchBody = z.object({
  data: mapOf(key(), value().nullable(), MAX_VALUES).meta({
    description: 'Values to set, by their keys, as plain text. Null removes a value. Values that are left out stay.',
    examples: [{ password: 'correct-horse' }],
  }),
});

export function parseNewSecret(body: unknown) {
  const { namespace: namespaceUuid, ...rest } = parseBody(createBody, body);
  return { namespaceUuid, ...rest };
}
export const parseSecretValues = (body: unknown) => parseBody(replaceBody, body).data;
export const parseSecretChange = (body: unknown) => parseBody(patchBody, body).data;

/** The fields of a secret in Waldur’s list, and further fields. None of these fields is secret. */
export const secretView = z
  .object({
    name: z.string(),
    id: z.string().meta({ description: 'Namespace and name of the secret.', examples: ['shop/registry'] }),
    namespace_name: z.string(),
    type: z.string().meta({ examples: ['Opaque'] }),
    keys: z
      .array(z.string())
      .meta({ description: 'The keys of the secret’s values.', examples: [['password', 'username']] }),
  })
  .meta({ id: 'RancherProjectSecret' });

export const viewSecret = ({ namespace, name, type, keys }: ShownSecret): z.input<typeof secretView> => ({
  ...{ name, id: `${namespace}/${name}`, namespace_name: namespace, type, keys },
});

const ONE = 'a secret in a Rancher project';
const OF_PROGRAMS = '409 for secrets that belong to programs, such as releases of Helm and tokens of service accounts.';
const changing = change(ONE, secretView);

export const projectSecretOperations: ApiOperations = {
  'POST /{uuid}/secrets/': {
    ...creation(ONE, secretView),
    rule: 'content.update',
    body: createBody,
    bodyExample: { name: 'account', namespace: exampleUuid('rancher-namespaces'), data: EXAMPLE },
  },
  'PUT /{uuid}/secrets/{namespace}/{name}/': {
    ...changing,
    summary: `Replace the values of ${ONE}`,
    description: `Afterwards the secret has only the values of the body. Its type, labels and annotations stay. ${OF_PROGRAMS}`,
    body: replaceBody,
  },
  'PATCH /{uuid}/secrets/{namespace}/{name}/': {
    ...changing,
    description: `${changing.description} ${OF_PROGRAMS}`,
    body: patchBody,
  },
  'DELETE /{uuid}/secrets/{namespace}/{name}/': {
    summary: `Delete ${ONE}`,
    description: OF_PROGRAMS,
    rule: 'content.update',
    status: 204,
    refuses: [400, 405, 409, 502],
  },
};
