import type { FieldText } from '../_core/field-text.ts';
import { PLUGIN_OPTION_TEXTS } from './plugin-option-texts.ts';

const { auto_approve_remote_orders, auto_approve_in_service_provider_projects } = PLUGIN_OPTION_TEXTS;

/** Descriptions of the options of an offering that sells projects in a shared cluster. */
export const PROJECT_OPTION_TEXTS = {
  auto_approve_remote_orders,
  auto_approve_in_service_provider_projects,
  cluster_id: {
    is: 'Id of the shared cluster in Rancher, as `c-xxxxx` or `c-m-xxxxxxxx`. It cannot be changed.',
    required: true,
    example: 'c-m-1234abcd',
  },
  project_prefix: {
    is: 'How the names of projects and namespaces begin. The slug of the resource follows.',
    default: 'waldur-',
    example: 'team-',
  },
  default_role: {
    is: 'Id of the role template of Rancher that members get in the project.',
    default: 'workloads-manage',
    example: 'project-member',
  },
  keycloak_enabled: {
    is: 'Whether members get access by a group in the Keycloak of the provider.',
    default: false,
    example: true,
  },
  keycloak_use_user_id: {
    is: 'Whether a username of Paddock is looked up in Keycloak as the id of a user first, and then as a username. With `false`, only as a username.',
    default: true,
    example: false,
  },
  namespace_labels: {
    is: 'Labels of the project’s namespace. With the label `gpu-pool`, pods run on nodes with the same label, by a policy of Kyverno that Paddock applies.',
    default: '{}',
    example: { 'gpu-pool': 'h100-2x' },
  },
  default_no_gpu_quota: {
    is: 'Whether all namespaces of the cluster without the label `gpu-pool` get a quota of zero GPUs, by a policy of Kyverno.',
    default: false,
    example: true,
  },
  remote_offering_uuid: {
    is: 'Uuid of an offering in the remote Waldur of the provider. This offering carries out the orders of that offering, and takes no orders in Paddock. Needs `remote_project`.',
    without: 'orders are placed in Paddock',
    example: '7d1f0a5ce2b84f6f9f0e6b3c2a1d4e5f',
  },
  remote_project: {
    is: 'Uuid of the project in Paddock that holds the resources of these orders. Needs `remote_offering_uuid`.',
    without: 'orders are placed in Paddock',
    example: '3f6c2b1a90de4c7fb8a5d4e3f2a1b0c9',
  },
} as const satisfies Record<string, FieldText>;
