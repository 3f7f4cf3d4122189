import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { jsonPatch } from '#test/simulators/kubernetes/objects/json-patch';
import { mergePatch } from '../../_kit/merge-patch.ts';
import { randomName } from '../../_kit/random-name.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import { notFound, RancherError } from '../_core/rancher-errors.ts';
import { callerOf } from '../identity/caller.ts';
import { baseUrlOf, steveCollection } from '../steve/steve-collection.ts';
import { checkVersion } from './check-version.ts';
import { CONFIG_DEFAULTS, configProblem, isConfigField } from './machine-config-fields.ts';
import { MACHINE_CONFIG } from './pool-kinds.ts';
import { idOf, type MachineConfig, newHead } from './pool-objects.ts';
import { poolView } from './pool-view.ts';

const RESOURCE = `${MACHINE_CONFIG.plural}.rke-machine-config.cattle.io`;
const PATH = `/${MACHINE_CONFIG.type}s`;
const CREATOR = 'field.cattle.io/creatorId';
const PATCHES: Record<string, (object: unknown, patch: unknown) => unknown> = {
  'application/merge-patch+json': mergePatch,
  'application/json-patch+json': jsonPatch,
};
/** The fields of a machine configuration that do not belong to the driver. */
const TOP = ['apiVersion', 'kind', 'metadata', 'id', '_id', 'type', '_type', 'links', 'actions'];

const texts = z.record(z.string(), z.string()).nullish();
const written = z.looseObject({
  metadata: z
    .looseObject({
      ...{ name: z.string().default(''), generateName: z.string().default(''), namespace: z.string().optional() },
      ...{ labels: texts, annotations: texts, resourceVersion: z.string().optional() },
    })
    .prefault({}),
});
type Written = z.infer<typeof written>;

/**
 * `/v1/rke-machine-config.cattle.io.openstackconfigs`. `changed` is called after an object is created or changed, so
 * that the pools that use the object are reconciled. It is not called after a deletion.
 */
export function steveMachineConfigs(
  app: FastifyInstance,
  context: RancherContext,
  { changed }: { changed: (config: MachineConfig) => void },
): void {
  const { machineConfigs } = context.store;
  const view = (request: FastifyRequest) => (config: MachineConfig) =>
    poolView(MACHINE_CONFIG, config, { baseUrl: baseUrlOf(request), body: config.fields });
  const list = async (request: FastifyRequest) =>
    steveCollection(request, context, {
      resourceType: MACHINE_CONFIG.type,
      objects: machineConfigs,
      view: view(request),
    });
  const replaced = (request: FastifyRequest, config: MachineConfig, given: Written) => {
    replace(context, config, given);
    changed(config);
    return view(request)(config);
  };

  app.get(PATH, list);
  app.get(`${PATH}/:namespace`, list);
  app.get(`${PATH}/:namespace/:name`, async (request) => view(request)(get(context, request)));
  for (const path of [PATH, `${PATH}/:namespace`])
    app.post(path, async (request, reply) => {
      const config = create(context, request);
      machineConfigs.set(idOf(config), config);
      changed(config);
      return warn(reply.code(201), request.body).send(view(request)(config));
    });
  app.put(`${PATH}/:namespace/:name`, async (request, reply) => {
    const config = get(context, request);
    const given = read(request.body);
    checkVersion(request.body, config, RESOURCE);
    return warn(reply, request.body).send(replaced(request, config, given));
  });
  app.patch(`${PATH}/:namespace/:name`, async (request) => {
    const config = get(context, request);
    const patch = PATCHES[(request.headers['content-type'] ?? '').split(';')[0] ?? ''];
    if (!patch) throw new RancherError(415, 'UnsupportedMediaType', 'the body of the request was in an unknown format');
    return replaced(request, config, read(patch(view(request)(config), request.body)));
  });
  app.delete(`${PATH}/:namespace/:name`, async (request, reply) => {
    machineConfigs.delete(idOf(get(context, request)));
    return reply.code(204).send();
  });
}

function read(body: unknown): Written {
  const given = written.safeParse(body);
  if (given.success) return given.data;
  throw new RancherError(422, 'InvalidBodyContent', `Failed to parse body: ${body === undefined ? 'EOF' : 'json'}`);
}

function fieldsIn(name: string, given: Written): Record<string, unknown> {
  const known = Object.fromEntries(
    Object.entries(given).filter(([field, value]) => isConfigField(field) && value !== null),
  );
  const problem = configProblem(known);
  if (problem === undefined) return { ...CONFIG_DEFAULTS, ...known };
  throw new RancherError(
    422,
    'Invalid',
    `OpenstackConfig.rke-machine-config.cattle.io "${name}" is invalid: ${problem}`,
  );
}

function create(context: RancherContext, request: FastifyRequest): MachineConfig {
  const given = read(request.body);
  const { namespace: inPath } = z.object({ namespace: z.string().optional() }).parse(request.params ?? {});
  const namespace = given.metadata.namespace ?? inPath ?? '';
  if (namespace === '')
    throw new RancherError(422, 'InvalidBodyContent', 'metadata.namespace or apiOp.namespace are required');
  const { generateName } = given.metadata;
  const name = given.metadata.name || `${generateName}${randomName(5)}`;
  if (given.metadata.name === '' && generateName === '')
    throw new RancherError(
      422,
      'Invalid',
      `${RESOURCE} "" is invalid: metadata.name: Required value: name or generateName is required`,
    );
  if (context.store.machineConfigs.has(`${namespace}/${name}`))
    throw new RancherError(409, 'AlreadyExists', `${RESOURCE} "${name}" already exists`);
  const head = newHead(context, {
    ...{ name, namespace, labels: given.metadata.labels ?? {} },
    annotations: { ...given.metadata.annotations, [CREATOR]: callerOf(request).userId },
    ...(given.metadata.name === '' && { generateName }),
  });
  return { ...head, fields: fieldsIn(name, given) };
}

function replace({ nextRevision }: RancherContext, config: MachineConfig, given: Written): void {
  const { labels, annotations } = given.metadata;
  const fields = fieldsIn(config.name, given);
  if (!isDeepStrictEqual(fields, config.fields)) config.generation += 1;
  Object.assign(config, { fields, labels: labels ?? {}, annotations: annotations ?? {} });
  config.resourceVersion = nextRevision();
}

function get({ store }: RancherContext, request: FastifyRequest): MachineConfig {
  const { namespace, name } = z.object({ namespace: z.string(), name: z.string() }).parse(request.params);
  const found = store.machineConfigs.get(`${namespace}/${name}`);
  if (!found) throw notFound(`${RESOURCE} "${name}" not found`);
  return found;
}

/** Adds warnings about unknown fields in the body. Rancher drops such fields. */
function warn(reply: FastifyReply, body: unknown): FastifyReply {
  const unknown = Object.keys(read(body)).filter((field) => !TOP.includes(field) && !isConfigField(field));
  const warnings = unknown.sort().map((field) => `299 - unknown field "${field}"`);
  return warnings.length > 0 ? reply.header('warning', warnings.join(', ')) : reply;
}
