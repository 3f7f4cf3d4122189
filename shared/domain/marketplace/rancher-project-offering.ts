import { z } from 'zod';
import { uuid } from '../_core/identifier.ts';
import { mergedOptions, nullable } from '../_core/options-change.ts';
import { agentComponent, agentPluginOptions } from './site-agent-offering.ts';

/** Paddock's own name for this type. In Waldur, a site agent carries out the orders of such offerings. */
export const RANCHER_PROJECT_TYPE = 'Rancher.Project';

const EXTENDED_RESOURCE =
  /^(?:[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?\/)[A-Za-z0-9](?:[-_.A-Za-z0-9]{0,61}[A-Za-z0-9])?$/;

/**
 * A component of a project. Kubernetes enforces the component's limit if the component is billed by limits and has a
 * key in Kubernetes quotas.
 */
export const projectComponent = agentComponent.extend({
  /** How many units of the quota (cores, GiB, pieces) belong to one ordered unit. */
  unit_factor: z.number().positive().max(1_000_000).default(1),
  /**
   * An extended resource of Kubernetes, such as `nvidia.com/gpu`. If set, the extended resource decides the key in
   * quotas. Otherwise, the type decides the key.
   */
  k8s_resource: z
    .string()
    .regex(EXTENDED_RESOURCE, 'Enter an extended resource of Kubernetes, such as nvidia.com/gpu.')
    .optional(),
});
export type ProjectComponent = z.infer<typeof projectComponent>;

const LABEL_PART = '[A-Za-z0-9](?:[-_.A-Za-z0-9]{0,61}[A-Za-z0-9])?';
const LABEL_KEY = new RegExp(`^(?:[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?/)?${LABEL_PART}$`);
const LABEL_VALUE = new RegExp(`^(?:${LABEL_PART})?$`);
const CLUSTER_ID = /^c-(?:m-)?[a-z0-9]+$/;
const PREFIX = /^[a-z0-9][-a-z0-9]*$/;
/** The name of a role template of Rancher. The name becomes part of the name of a group in Keycloak. */
const ROLE = /^[\w.-]+$/;

export const MAX_LABELS = 20;
const LABEL_EXAMPLE = 'Enter valid labels of Kubernetes, such as {"gpu-pool": "h100-2x"}.';
const labels = z
  .record(z.string().regex(LABEL_KEY, LABEL_EXAMPLE), z.string().regex(LABEL_VALUE, LABEL_EXAMPLE))
  .refine((all) => Object.keys(all).length <= MAX_LABELS, `Enter at most ${MAX_LABELS} labels.`);

const fields = {
  ...agentPluginOptions.shape,
  /** The id of the shared cluster in Rancher. */
  cluster_id: z
    .string()
    .regex(CLUSTER_ID, 'Cluster not found or invalid cluster ID. Enter it as c-xxxxx or c-m-xxxxxxxx, without :p-….'),
  /** How the names of projects and namespaces begin. */
  project_prefix: z
    .string()
    .max(30)
    .regex(PREFIX, 'Enter lower-case letters, digits and dashes. The first must be a letter or a digit.')
    .optional(),
  /** The role template of Rancher that members get in the project. */
  default_role: z.string().max(100).regex(ROLE, 'Enter the id of a role template of Rancher.').optional(),
  /** Whether members get access by a group in the provider's Keycloak. */
  keycloak_enabled: z.boolean().optional(),
  /** Whether users are looked up in Keycloak by their ids. Otherwise, they are looked up by their usernames. */
  keycloak_use_user_id: z.boolean().optional(),
  namespace_labels: labels.optional(),
  /** Whether namespaces without the label `gpu-pool` get a quota of zero GPUs, by a policy of Kyverno. */
  default_no_gpu_quota: z.boolean().optional(),
  /**
   * Uuid of an offering in the provider's remote Waldur. Paddock's offering carries out the orders of the remote
   * offering.
   */
  remote_offering_uuid: uuid.optional(),
  /** The project in Paddock that holds the resources for orders from the remote Waldur. */
  remote_project: uuid.optional(),
};
export const projectPluginOptions = z.object(fields);
export type ProjectPluginOptions = z.infer<typeof projectPluginOptions>;

/** Adds the defaults of the options that are not set. */
export const withProjectDefaults = (options: ProjectPluginOptions) => ({
  ...options,
  project_prefix: options.project_prefix ?? 'waldur-',
  default_role: options.default_role ?? 'workloads-manage',
  keycloak_enabled: options.keycloak_enabled ?? false,
  keycloak_use_user_id: options.keycloak_use_user_id ?? true,
  namespace_labels: options.namespace_labels ?? {},
  default_no_gpu_quota: options.default_no_gpu_quota ?? false,
});

/**
 * Changes of options. Null removes an option. `cluster_id` cannot be changed, because the cluster contains the ordered
 * projects.
 */
export const projectPluginOptionsChange = z.object(nullable(fields)).partial().omit({ cluster_id: true });
export const changedProjectPluginOptions = (
  options: ProjectPluginOptions,
  change: z.infer<typeof projectPluginOptionsChange>,
): ProjectPluginOptions => projectPluginOptions.parse(mergedOptions(options, change));
