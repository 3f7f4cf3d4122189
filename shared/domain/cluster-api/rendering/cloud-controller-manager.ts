import type { ClusterApiSpec } from '../../planning/cluster-api/cluster-spec.ts';
import { CLOUD_CONFIG_FOLDER } from './cloud-config.ts';
import { type ClusterToRender, credentialAnnotations } from './cluster-to-render.ts';

const NAME = 'openstack-cloud-controller-manager';
const ACCOUNT = 'cloud-controller-manager';
const NAMESPACE = 'kube-system';
/** An arbitrary user id: the image works with any user id, and the program needs no rights of root. */
const USER = 1001;

const rule = (apiGroup: string, resources: string[], verbs: string[]) => ({ apiGroups: [apiGroup], resources, verbs });

/** The rights that the program needs inside the cluster, according to its documentation. */
const RULES = [
  rule('coordination.k8s.io', ['leases'], ['get', 'create', 'update']),
  rule('', ['events'], ['create', 'patch', 'update']),
  rule('', ['nodes'], ['get', 'list', 'watch', 'patch', 'update', 'delete']),
  rule('', ['nodes/status', 'services/status'], ['patch']),
  rule('', ['services'], ['list', 'patch', 'update', 'watch']),
  rule('', ['serviceaccounts'], ['create', 'get']),
  rule('', ['serviceaccounts/token'], ['create']),
  rule('', ['endpoints'], ['create', 'get', 'list', 'watch', 'update']),
  rule('', ['configmaps'], ['get', 'list', 'watch']),
];

const access = () => {
  const subjects = [{ kind: 'ServiceAccount', name: ACCOUNT, namespace: NAMESPACE }];
  const role = { kind: 'ClusterRole', name: `system:${ACCOUNT}` };
  const metadata = { name: role.name };
  const readers = `${ACCOUNT}:apiserver-authentication-reader`;
  const apiVersion = 'rbac.authorization.k8s.io/v1';
  const apiGroup = 'rbac.authorization.k8s.io';
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: ACCOUNT, namespace: NAMESPACE } },
    { apiVersion, kind: 'ClusterRole', metadata, rules: RULES },
    { apiVersion, kind: 'ClusterRoleBinding', metadata, roleRef: { apiGroup, ...role }, subjects },
    {
      apiVersion,
      kind: 'RoleBinding',
      metadata: { name: readers, namespace: NAMESPACE },
      roleRef: { apiGroup, kind: 'Role', name: 'extension-apiserver-authentication-reader' },
      subjects,
    },
  ];
};

const CONTROL_PLANE = 'node-role.kubernetes.io/control-plane';

/**
 * Tolerations that let the program run before the network driver works and before nodes are initialized, because the
 * program itself initializes the nodes.
 */
const TOLERATIONS = [
  { key: 'node.cloudprovider.kubernetes.io/uninitialized', value: 'true', effect: 'NoSchedule' },
  { key: CONTROL_PLANE, effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' },
];

/**
 * OpenStack's cloud controller manager on the control plane of a cluster. The descriptions of the load balancers that
 * it makes end with the cluster's uuid (`Kubernetes ... from cluster <uuid>`). Paddock finds the load balancers by this
 * uuid when the cluster is deleted.
 * @param image the name of the image in the cluster's registry
 */
export function cloudControllerManager(
  { uuid, spec }: Pick<ClusterToRender, 'uuid'> & { spec: Pick<ClusterApiSpec, 'credentialGeneration'> },
  image: string,
): object[] {
  const labels = { 'k8s-app': NAME };
  const annotations = credentialAnnotations(spec);
  const config = { name: 'cloud-config', mountPath: CLOUD_CONFIG_FOLDER, readOnly: true };
  const container = {
    name: NAME,
    image,
    args: [
      `/bin/${NAME}`,
      '--v=1',
      `--cluster-name=${uuid}`,
      `--cloud-config=${CLOUD_CONFIG_FOLDER}/cloud.conf`,
      '--cloud-provider=openstack',
      '--use-service-account-credentials=false',
      '--bind-address=127.0.0.1',
    ],
    resources: { requests: { cpu: '200m' } },
    volumeMounts: [config],
  };
  const podSpec = {
    nodeSelector: { [CONTROL_PLANE]: '' },
    securityContext: { runAsUser: USER },
    tolerations: TOLERATIONS,
    serviceAccountName: ACCOUNT,
    hostNetwork: true,
    priorityClassName: 'system-node-critical',
    containers: [container],
    volumes: [{ name: config.name, secret: { secretName: 'cloud-config' } }],
  };
  const template = { metadata: { labels, ...(annotations && { annotations }) }, spec: podSpec };
  return [
    ...access(),
    {
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: { name: NAME, namespace: NAMESPACE, labels },
      spec: { selector: { matchLabels: labels }, updateStrategy: { type: 'RollingUpdate' }, template },
    },
  ];
}
