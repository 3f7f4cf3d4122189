import { z } from 'zod';
import { ROOT_LABELS } from '#shared/domain/planning/cluster-api/template-labels';
import { parseDryRun } from '../_core/dry-run.ts';
import { exampleUuid } from '../_core/example-uuid.ts';
import { described, type FieldText } from '../_core/field-text.ts';
import { integer, looseText, mapKey, mapOf, optionalReference, text } from '../_core/fields.ts';
import { knownFields } from '../_core/known-fields.ts';
import { parseBody } from '../_core/parse-body.ts';
import { asGoodAsRoot, rootFieldsIn, withRootEntries } from '../_core/root-fields.ts';

const MAX_NAME = 255;
const MAX_LABELS = 100;
const MAX_LABEL = 2000;
const MAX_BATCH = 50;
const VERSION = /^v\d+\.\d+\.\d+$/;

const UPGRADE_TEXTS = {
  cluster_api_template: {
    is: 'Template of which the version and the image are taken: its uuid or its URL.',
    without: '`kube_tag` is the version',
    example: exampleUuid('cluster-api-templates'),
  },
  kube_tag: { is: 'Version of Kubernetes.', without: 'the version of the template', example: 'v1.34.2' },
  image_id: {
    is: 'Name or id of an image with this version. It is ignored with `cluster_api_template`, which has its own image.',
    without: 'the image that the machines have',
    example: 'ubuntu-2204-kube-v1.34.2',
  },
  max_batch_size: {
    is: 'How many machines of a node group are replaced at the same time. All node groups keep this value.',
    without: 'the value of the group',
    example: 1,
  },
} satisfies Record<string, FieldText>;

export const upgradeBody = knownFields(
  z.object(
    described(
      {
        cluster_api_template: asGoodAsRoot(optionalReference('cluster-api-templates'), 'machine'),
        kube_tag: text(50).regex(VERSION, 'Enter a version such as `v1.33.5`.').optional(),
        image_id: asGoodAsRoot(text(MAX_NAME).optional(), 'machine'),
        max_batch_size: integer(1, MAX_BATCH).optional(),
      },
      UPGRADE_TEXTS,
    ),
  ),
).refine(
  ({ cluster_api_template: template, kube_tag: version }) => (template === undefined) !== (version === undefined),
  {
    path: ['kube_tag'],
    error: 'Enter either `cluster_api_template` or `kube_tag`.',
  },
);

/** Reads the body of an upgrade. Throws Invalid with the field's name. */
export function parseClusterApiUpgrade(body: unknown, query: URLSearchParams) {
  const { cluster_api_template: templateUuid, kube_tag = '', ...given } = parseBody(upgradeBody, body);
  const rootFields = rootFieldsIn(upgradeBody, body);
  const common = { maxBatchSize: given.max_batch_size, isDryRun: parseDryRun(query), rootFields };
  if (templateUuid) return { ...common, templateUuid };
  return { ...common, kubernetesVersion: kube_tag, image: given.image_id };
}

export const labelsChangeBody = knownFields(
  z.object(
    described(
      {
        labels: withRootEntries(
          mapOf(mapKey(MAX_NAME).min(1), looseText(MAX_LABEL).nullable(), MAX_LABELS),
          ROOT_LABELS,
        ),
      },
      {
        labels: {
          is: 'Labels to set, by name. `cluster-api-labels` lists the names. Null gives a label its default. Other labels stay.',
          required: true,
          example: { auto_healing_enabled: 'false' },
        },
      },
    ),
  ),
);

/** Reads a change of labels. Throws Invalid with the field's name. */
export const parseLabelsChange = (body: unknown, query: URLSearchParams) => ({
  ...parseBody(labelsChangeBody, body),
  rootFields: rootFieldsIn(labelsChangeBody, body),
  isDryRun: parseDryRun(query),
});
