import { z } from 'zod';
import { dryRunQuery } from '../_core/dry-run.ts';
import { verbatim } from '../_core/fields.ts';
import type { ApiOperations } from '../_core/operation.ts';
import { parseBody } from '../_core/parse-body.ts';

/** Maximum length of a YAML text: 1 MiB, because etcd stores no larger object. */
export const MAX_YAML = 1_048_576;

const yamlBody = z.object({
  yaml: verbatim(MAX_YAML).min(1).meta({
    description: 'The whole object as YAML, at most 1 MiB. Kind, name and namespace cannot be changed.',
  }),
});
export const yamlQuery = dryRunQuery('Whether Kubernetes only checks the change. With `true`, nothing is changed.');

export const parseYaml = (body: unknown): string => parseBody(yamlBody, body).yaml;
/** Waldur's server does not send this field, but Waldur's client requires it. */
const detail = z.string().meta({ description: 'The result in a sentence.' });
export const yamlView = z.object({ yaml: z.string(), detail }).meta({ id: 'ContentYaml' });
export const replacedView = z
  .object({
    yaml: z.string().meta({ description: 'The object after the change, as Kubernetes returns it.' }),
    changes: z.string().meta({
      description: 'Each field that differs: old value after `-`, new value after `+`. Empty if nothing differs.',
      examples: ['- spec.replicas: 1\n+ spec.replicas: 2'],
    }),
    detail,
  })
  .meta({ id: 'ReplacedContent' });

const SHOWN = 'This is the object as the cluster has it.';
const CHANGED = 'The object was changed.';
const NOT_CHANGED = 'This was a dry run: nothing was changed.';

export const viewYaml = (yaml: string) => ({ yaml, detail: SHOWN });
export const viewReplaced = (replaced: { yaml: string; changes: string }, isDryRun: boolean) => ({
  ...replaced,
  detail: isDryRun ? NOT_CHANGED : CHANGED,
});

const EXAMPLE = 'apiVersion: v1\nkind: Service\nmetadata:\n  name: cart\n  namespace: shop\n';

export const yamlOperations = (singular: string): ApiOperations => ({
  'GET /{uuid}/yaml/': {
    summary: `Show the YAML of ${singular}`,
    description: 'The object as it is in the cluster now, without `managedFields`.',
    rule: 'content.see_yaml',
    reply: yamlView,
    replyExample: { yaml: EXAMPLE, detail: SHOWN },
    refuses: [400, 413, 502],
  },
  'PUT /{uuid}/yaml/': {
    summary: `Replace the YAML of ${singular}`,
    description:
      'The object is replaced by the object in the YAML. Fields that the YAML does not have are removed. If the YAML has a `resourceVersion` and the object has another one, the answer is 409. If Kubernetes refuses the object, the answer is 400. `details` has Kubernetes’ message, and `causes` names the wrong fields.',
    rule: 'content.update',
    query: yamlQuery,
    body: yamlBody,
    bodyExample: { yaml: EXAMPLE },
    reply: replacedView,
    refuses: [400, 405, 409, 502],
  },
});
