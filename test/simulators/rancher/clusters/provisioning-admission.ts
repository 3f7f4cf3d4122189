import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { RancherError } from '../_core/rancher-errors.ts';
import { hasLongPoolName, poolProblems } from '../pools/pool-admission.ts';
import { denialOf } from './cluster-webhook.ts';
import { typeProblem } from './provisioning-spec.ts';

const WEBHOOK = 'rancher.cattle.io.clusters.provisioning.cattle.io';
const SUBDOMAIN = '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*';
const LABEL_NAME = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';

export interface AdmissionInput {
  name: string;
  namespace: string;
  labels: Record<string, string>;
  spec: Record<string, unknown>;
  /** The whole object, as the API server passes it on. */
  object: Record<string, unknown>;
  caller: Caller;
  /** Whether Rancher has the Secret `<namespace>/<name>`. */
  hasSecret: (id: string) => boolean;
}

/** The caller that an admission review names. */
export interface Caller {
  userId: string;
  username: string;
  tokenId: string;
  host: string;
}

const denied = (why: string): string => `admission webhook "${WEBHOOK}" denied the request: ${why}`;
const invalid = (message: string): RancherError => new RancherError(422, 'Invalid', message);

/**
 * Checks a new cluster in the API server's order: whether the webhooks can read the object, then the object's own
 * rules, then the rules of the webhooks.
 */
export function admitNew(input: AdmissionInput): void {
  assertTypes(input, 'CREATE');
  assertObjectMeta(input);
  assertPools(input);
  if (isForbiddenName(input.name)) {
    const rule =
      'cluster name must be between 2 and 63 characters, must not begin with a hyphen, cannot be "local" nor of the form ' +
      `"c-xxxxx", and can only contain lowercase alphanumeric characters or ' - '`;
    throw invalid(denied(rule));
  }
  if (hasLongPoolName(input.spec)) throw invalid(denied('pool name must be 63 characters or fewer'));
  assertByWebhook(input);
  assertTemplate(input);
}

function assertPools({ name, spec }: AdmissionInput): void {
  const problems = poolProblems(spec);
  if (problems.length === 0) return;
  const [first = ''] = problems;
  const all = problems.length === 1 ? first : `[${problems.join(', ')}]`;
  throw invalid(`Cluster.provisioning.cattle.io "${name}" is invalid: ${all}`);
}

export function admitChange(input: AdmissionInput, before: Record<string, unknown>): void {
  assertTypes(input, 'UPDATE');
  assertObjectMeta(input);
  assertPools(input);
  if (before.rkeConfig && !input.spec.rkeConfig)
    throw new RancherError(400, 'BadRequest', denied('RKEConfig cannot be made null after cluster creation'));
  assertByWebhook(input, before);
  assertTemplate(input);
}

function assertByWebhook({ namespace, spec, hasSecret }: AdmissionInput, before?: Record<string, unknown>): void {
  const denial = denialOf({ namespace, spec, before, hasSecret });
  if (denial?.status === 422) throw invalid(denied(denial.message));
  if (denial) throw new RancherError(400, 'BadRequest', denied(denial.message));
}

const isForbiddenName = (name: string): boolean =>
  name === 'local' || /^c-[a-z0-9]{5}$/.test(name) || !/^[a-z0-9][-a-z0-9]{0,61}[a-z0-9]$/.test(name);

const TEMPLATES = ['rancher-privileged', 'rancher-restricted'];

function assertTemplate({ spec }: AdmissionInput): void {
  const field = 'defaultPodSecurityAdmissionConfigurationTemplateName';
  const template = z.string().safeParse(spec[field]).data ?? '';
  if (template === '' || TEMPLATES.includes(template)) return;
  const message = `podsecurityadmissionconfigurationtemplates.management.cattle.io "${template}" not found`;
  throw new RancherError(400, 'BadRequest', denied(message));
}

function assertObjectMeta({ name, labels }: AdmissionInput): void {
  const refuse = (field: string, value: string, rule: string) =>
    invalid(`Cluster.provisioning.cattle.io "${name}" is invalid: ${field}: Invalid value: "${value}": ${rule}`);
  if (!new RegExp(`^${SUBDOMAIN}$`).test(name))
    throw refuse(
      'metadata.name',
      name,
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end " +
        `with an alphanumeric character (e.g. 'example.com', regex used for validation is '${SUBDOMAIN}')`,
    );
  for (const [key, value] of Object.entries(labels)) {
    if (!new RegExp(`^${LABEL_NAME}$`).test(key.split('/').at(-1) ?? ''))
      throw refuse(
        'metadata.labels',
        key,
        "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric " +
          `character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${LABEL_NAME}')`,
      );
    if (value.length > 63) throw refuse('metadata.labels', value, 'must be no more than 63 bytes');
    if (!new RegExp(`^(${LABEL_NAME})?$`).test(value))
      throw refuse(
        'metadata.labels',
        value,
        "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end " +
          `with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(${LABEL_NAME})?')`,
      );
  }
}

const userInfo = ({ userId, username, tokenId, host }: Caller) => ({
  ...{ username: userId, groups: ['system:authenticated', 'system:cattle:authenticated'] },
  extra: {
    ...{ principalid: [`local://${userId}`], requesthost: [host], requesttokenid: [tokenId], username: [username] },
  },
});

const GROUP = { group: 'provisioning.cattle.io', version: 'v1' };

/**
 * Rancher's webhook cannot read an object if a field has a wrong type. The error message then contains the whole
 * AdmissionReview.
 */
function assertTypes({ name, namespace, spec, object, caller }: AdmissionInput, operation: 'CREATE' | 'UPDATE'): void {
  const problem = typeProblem(spec);
  if (problem === undefined) return;
  const uid = randomUUID();
  const message = `failed to unmarshal request object: ${problem}`;
  const kind = { ...GROUP, kind: 'Cluster' };
  const resource = { ...GROUP, resource: 'clusters' };
  const review = JSON.stringify({
    ...{ kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1' },
    request: {
      ...{ uid, kind, resource, requestKind: kind, requestResource: resource, name, namespace, operation },
      ...{ userInfo: userInfo(caller), object, oldObject: null, dryRun: false },
      options: { kind: operation === 'CREATE' ? 'CreateOptions' : 'UpdateOptions', apiVersion: 'meta.k8s.io/v1' },
    },
    response: {
      ...{ uid, allowed: false },
      status: {
        ...{ metadata: {}, status: 'Failure', message: `Internal error occurred: ${message}`, reason: 'InternalError' },
        ...{ details: { causes: [{ message }] }, code: 500 },
      },
    },
  });
  throw new RancherError(
    500,
    'InternalError',
    `Internal error occurred: failed calling webhook "${WEBHOOK}": failed to call webhook: an error on the server ` +
      `(${JSON.stringify(review)}) has prevented the request from succeeding`,
  );
}
