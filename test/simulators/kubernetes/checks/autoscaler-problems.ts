import { listOf, type Problem, REQUIRED, recordOf } from './problem.ts';

const TARGET_TYPES = ['Utilization', 'Value', 'AverageValue'];

/** Problems of a metric for CPU or memory. Only these two metrics are simulated. */
function resourceProblems({ type, resource }: Record<string, unknown>, index: number): Problem[] {
  if (type !== 'Resource') return [];
  const at = `spec.metrics[${index}].resource`;
  const { name, target } = recordOf(resource);
  const { type: of = '', averageUtilization, averageValue } = recordOf(target);
  const hasAmount = averageUtilization !== undefined || averageValue !== undefined;
  const found: (Problem | false)[] = [
    !name && [`${at}.name`, `${REQUIRED}: must specify a resource name`],
    of === '' && [`${at}.target.type`, `${REQUIRED}: must specify a metric target type`],
    !TARGET_TYPES.includes(String(of)) && [
      `${at}.target.type`,
      `Invalid value: "${of}": must be either Utilization, Value, or AverageValue`,
    ],
    !hasAmount && [
      `${at}.target.averageUtilization`,
      `${REQUIRED}: must set either a target raw value or a target utilization`,
    ],
  ];
  return found.filter((it) => it !== false);
}

export function autoscalerProblems({ spec }: Record<string, unknown>): Problem[] {
  const { minReplicas = 1, maxReplicas = 0, scaleTargetRef, metrics } = recordOf(spec);
  const { kind, name, apiVersion = '' } = recordOf(scaleTargetRef);
  const found: (Problem | false)[] = [
    Number(minReplicas) < 1 && [
      'spec.minReplicas',
      `Invalid value: ${minReplicas}: must be greater than or equal to 1`,
    ],
    Number(maxReplicas) < 1 && ['spec.maxReplicas', `${REQUIRED}: must be set and greater than 0`],
    Number(maxReplicas) < Number(minReplicas) && [
      'spec.maxReplicas',
      `Invalid value: ${maxReplicas}: must be greater than or equal to \`minReplicas\``,
    ],
    !kind && ['spec.scaleTargetRef.kind', REQUIRED],
    !name && ['spec.scaleTargetRef.name', REQUIRED],
    apiVersion === '' && ['spec.scaleTargetRef.apiVersion', 'Invalid value: "": apiVersion must specify API group'],
    ...listOf(metrics).flatMap(resourceProblems),
  ];
  return found.filter((it) => it !== false);
}
