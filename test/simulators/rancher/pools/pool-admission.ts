import { z } from 'zod';

const pools = z.object({
  rkeConfig: z.object({ machinePools: z.array(z.record(z.string(), z.unknown())) }),
});
type Pool = Record<string, unknown>;

const isNumber = (value: unknown): value is number => typeof value === 'number';
const isBelow = (value: unknown, least: number): boolean => isNumber(value) && value < least;

/** The rules of Rancher's schema for each pool, with Rancher's messages. */
const RULES: [isBroken: (pool: Pool) => boolean, words: string][] = [
  [
    ({ controlPlaneRole, autoscalingMinSize }) => controlPlaneRole === true && isBelow(autoscalingMinSize, 1),
    'AutoscalingMinSize must be greater than 0 when ControlPlaneRole is true',
  ],
  [
    ({ etcdRole, autoscalingMinSize }) => etcdRole === true && isBelow(autoscalingMinSize, 1),
    'AutoscalingMinSize must be greater than 0 when EtcdRole is true',
  ],
  [
    ({ autoscalingMinSize: min, autoscalingMaxSize: max }) => isNumber(min) && isNumber(max) && min > max,
    'AutoscalingMinSize must be less than or equal to AutoscalingMaxSize when both are non-nil',
  ],
  [
    ({ autoscalingMinSize: min, autoscalingMaxSize: max }) => isNumber(min) !== isNumber(max),
    'AutoscalingMinSize and AutoscalingMaxSize must both be set if enabling cluster-autoscaling',
  ],
];

/** Checks pools as Rancher's schema does. Returns one line for each error. */
export function poolProblems(spec: Record<string, unknown>): string[] {
  const given = pools.safeParse(spec).data?.rkeConfig.machinePools ?? [];
  const names = given.map(({ name }) => name);
  return given.flatMap((pool, index) => {
    const at = `spec.rkeConfig.machinePools[${index}]`;
    const isTwice = pool.name !== undefined && names.indexOf(pool.name) < index;
    return [
      ...fieldProblems(pool, at),
      ...RULES.filter(([isBroken]) => isBroken(pool)).map(([, words]) => `${at}: Invalid value: "object": ${words}`),
      ...(isTwice ? [`${at}: Duplicate value: {"name":${JSON.stringify(pool.name)}}`] : []),
    ];
  });
}

function fieldProblems(pool: Pool, at: string): string[] {
  const { name, machineConfigRef, quantity, hostnameLengthLimit: limit } = pool;
  const invalid = (field: string, value: unknown, rule: string) =>
    `${at}.${field}: Invalid value: ${JSON.stringify(value)}: ${at}.${field} in body should be ${rule}`;
  return [
    ...(name === undefined ? [`${at}.name: Required value`] : []),
    ...(name === '' ? [invalid('name', '', 'at least 1 chars long')] : []),
    ...(machineConfigRef === undefined ? [`${at}.machineConfigRef: Required value`] : []),
    ...(isBelow(quantity, 0) ? [invalid('quantity', quantity, 'greater than or equal to 0')] : []),
    ...(isBelow(limit, 10) ? [invalid('hostnameLengthLimit', limit, 'greater than or equal to 10')] : []),
    ...(isNumber(limit) && limit > 63 ? [invalid('hostnameLengthLimit', limit, 'less than or equal to 63')] : []),
  ];
}

/** Whether a pool's name is too long for a label. Rancher checks this for new clusters. */
export const hasLongPoolName = (spec: Record<string, unknown>): boolean =>
  (pools.safeParse(spec).data?.rkeConfig.machinePools ?? []).some(({ name }) => String(name ?? '').length > 63);

const ALLOWED = 'provisioning.cattle.io/allow-dynamic-schema-drop';

/** Restores each pool's copy of the driver's schema if an update omits it, as Rancher's webhook does. */
export function withSchemas(
  spec: Record<string, unknown>,
  before: Record<string, unknown>,
  annotations: Record<string, string>,
): Record<string, unknown> {
  const given = pools.safeParse(spec).data?.rkeConfig.machinePools;
  if (!given || annotations[ALLOWED] === 'true') return spec;
  const known = pools.safeParse(before).data?.rkeConfig.machinePools ?? [];
  const machinePools = given.map((pool) => {
    const schema = known.find(({ name }) => name === pool.name)?.dynamicSchemaSpec;
    return schema && !pool.dynamicSchemaSpec ? { ...pool, dynamicSchemaSpec: schema } : pool;
  });
  return { ...spec, rkeConfig: { ...Object(spec.rkeConfig), machinePools } };
}
