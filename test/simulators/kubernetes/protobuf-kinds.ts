import { notSimulated } from './kubernetes-error.ts';
import {
  base64,
  bytesOf,
  count,
  flag,
  ignored,
  inner,
  list,
  map,
  number,
  one,
  type ProtobufMessage,
  readMessage,
  UnknownProtobuf,
} from './protobuf.ts';

/** Field numbers from Kubernetes' `generated.proto` files, for the kinds that `kubectl` writes without a manifest. */
const LABELS_ETC = { 11: map('labels'), 12: map('annotations') };
const META = {
  ...{ 1: one('name'), 2: one('generateName'), 3: one('namespace'), 4: one('selfLink'), 5: one('uid') },
  ...{ 6: one('resourceVersion'), 7: one('generation', ignored), 8: one('creationTimestamp', ignored) },
  ...{ ...LABELS_ETC, 14: list('finalizers') },
};
const metadata = one('metadata', inner(META));
const quantities = (name: string) => map(name, (value) => Object(inner({ 1: one('string') })(value)).string);
const reference = list('secrets', inner({ 1: one('kind'), 2: one('namespace'), 3: one('name') }));

const RULE = {
  ...{ 1: list('verbs'), 2: list('apiGroups'), 3: list('resources'), 4: list('resourceNames') },
  5: list('nonResourceURLs'),
};
const BINDING = {
  1: metadata,
  2: list('subjects', inner({ 1: one('kind'), 2: one('apiGroup'), 3: one('name'), 4: one('namespace') })),
  3: one('roleRef', inner({ 1: one('apiGroup'), 2: one('kind'), 3: one('name') })),
};
const CONTAINER = {
  ...{ 1: one('name'), 2: one('image'), 3: list('command'), 4: list('args') },
  6: list(
    'ports',
    inner({
      1: one('name'),
      2: one('hostPort', count),
      3: one('containerPort', count),
      4: one('protocol'),
      5: one('hostIP'),
    }),
  ),
  8: one('resources', inner({ 1: quantities('limits'), 2: quantities('requests') })),
  ...{ 5: one('workingDir'), 13: one('terminationMessagePath'), 14: one('imagePullPolicy') },
  ...{ 16: one('stdin', flag), 17: one('stdinOnce', flag), 18: one('tty', flag), 20: one('terminationMessagePolicy') },
};
const POD = {
  ...{ 2: list('containers', inner(CONTAINER)), 3: one('restartPolicy'), 6: one('dnsPolicy') },
  ...{ 8: one('serviceAccountName'), 9: one('serviceAccount'), 10: one('nodeName'), 11: one('hostNetwork', flag) },
  ...{ 12: one('hostPID', flag), 13: one('hostIPC', flag), 16: one('hostname'), 17: one('subdomain') },
  ...{ 19: one('schedulerName'), 24: one('priorityClassName') },
};
const POD_TEMPLATE = { 1: metadata, 2: one('spec', inner(POD)) };
const DEPLOYMENT = {
  ...{ 1: one('replicas', number), 2: one('selector', inner({ 1: map('matchLabels') })) },
  ...{ 3: one('template', inner(POD_TEMPLATE)), 4: one('strategy', inner({ 1: one('type') })) },
  ...{ 5: one('minReadySeconds', count), 6: one('revisionHistoryLimit', number), 7: one('paused', flag) },
};
const ASKED = {
  ...{ 1: one('namespace'), 2: one('verb'), 3: one('group'), 4: one('version'), 5: one('resource') },
  ...{ 6: one('subresource'), 7: one('name') },
};
const ASKED_PATH = { 1: one('path'), 2: one('verb') };

/** Messages by the API version and kind in the envelope. */
const KINDS: Record<string, ProtobufMessage> = {
  'v1 Namespace': { 1: metadata, 2: one('spec', inner({ 1: list('finalizers') })), 3: one('status', ignored) },
  'v1 ConfigMap': { 1: metadata, 2: map('data'), 3: map('binaryData', base64), 4: one('immutable', flag) },
  'v1 Secret': {
    ...{ 1: metadata, 2: map('data', base64), 3: one('type'), 4: map('stringData'), 5: one('immutable', flag) },
  },
  'v1 ServiceAccount': { 1: metadata, 2: reference },
  'v1 ResourceQuota': { 1: metadata, 2: one('spec', inner({ 1: quantities('hard') })), 3: one('status', ignored) },
  'apps/v1 Deployment': { 1: metadata, 2: one('spec', inner(DEPLOYMENT)), 3: one('status', ignored) },
  'rbac.authorization.k8s.io/v1 Role': { 1: metadata, 2: list('rules', inner(RULE)) },
  'rbac.authorization.k8s.io/v1 ClusterRole': { 1: metadata, 2: list('rules', inner(RULE)) },
  'rbac.authorization.k8s.io/v1 RoleBinding': BINDING,
  'rbac.authorization.k8s.io/v1 ClusterRoleBinding': BINDING,
  'authorization.k8s.io/v1 SelfSubjectAccessReview': {
    1: metadata,
    2: one(
      'spec',
      inner({ 1: one('resourceAttributes', inner(ASKED)), 2: one('nonResourceAttributes', inner(ASKED_PATH)) }),
    ),
    3: one('status', ignored),
  },
};
const DELETE_OPTIONS = {
  ...{
    1: one('gracePeriodSeconds', number),
    2: one('preconditions', inner({ 1: one('uid'), 2: one('resourceVersion') })),
  },
  ...{ 3: one('orphanDependents', flag), 4: one('propagationPolicy'), 5: list('dryRun') },
};
const ENVELOPE = {
  1: one('type', inner({ 1: one('apiVersion'), 2: one('kind') })),
  ...{ 2: one('raw', bytesOf), 3: one('contentEncoding'), 4: one('contentType') },
};
const MAGIC = Buffer.from('k8s\0');

/**
 * The object of a protobuf body, in the form that it has in JSON. Clients send protobuf for kinds that they know.
 * @throws KubernetesError 501 for kinds and fields that are not known here
 */
export function readProtobuf(bytes: Buffer): Record<string, unknown> {
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) throw notSimulated('protobuf without its envelope');
  const { type, raw } = readMessage(ENVELOPE, bytes.subarray(MAGIC.length));
  const { apiVersion, kind } = Object(type);
  const message = kind === 'DeleteOptions' ? DELETE_OPTIONS : KINDS[`${apiVersion} ${kind}`];
  const what = `protobuf of ${apiVersion} ${kind}`;
  if (!message) throw notSimulated(what);
  try {
    return { apiVersion, kind, ...readMessage(message, Buffer.isBuffer(raw) ? raw : Buffer.of()) };
  } catch (error) {
    if (error instanceof UnknownProtobuf) throw notSimulated(`${what}: ${error.message}`);
    throw error;
  }
}
