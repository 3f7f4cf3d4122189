/**
 * The API group of the simulated provider's kinds. These kinds correspond to Rancher's RKECluster, RKEControlPlane,
 * OpenstackMachine and RKEBootstrap.
 */
export const PLAYED_GROUP = 'played.paddock.test';
export const PLAYED_VERSION = `${PLAYED_GROUP}/v1`;
export const PLAYED_KINDS = [
  'PlayedCluster',
  'PlayedControlPlane',
  'PlayedMachine',
  'PlayedMachineTemplate',
  'PlayedBootstrap',
  'PlayedBootstrapTemplate',
] as const;
export type PlayedKind = (typeof PLAYED_KINDS)[number];

export const pluralOf = (kind: PlayedKind): string => `${kind.toLowerCase()}s`;

/**
 * The definition of a simulated kind. The schema allows any fields. The label says that version `v1` of the kind
 * follows Cluster API's contract v1beta2.
 */
export const playedDefinition = (kind: PlayedKind) => ({
  ...{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
  metadata: { name: `${pluralOf(kind)}.${PLAYED_GROUP}`, labels: { 'cluster.x-k8s.io/v1beta2': 'v1' } },
  spec: {
    group: PLAYED_GROUP,
    names: { kind, listKind: `${kind}List`, plural: pluralOf(kind), singular: kind.toLowerCase() },
    scope: 'Namespaced',
    versions: [
      {
        ...{ name: 'v1', served: true, storage: true },
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
});
