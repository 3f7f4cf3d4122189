import { isDeepStrictEqual } from 'node:util';
import type { KubernetesObject } from '../objects/kubernetes-objects.ts';
import { labelProblems, listOf, type Problem, REQUIRED, recordOf, unsupported } from './problem.ts';

type Body = Record<string, unknown>;
type Old = KubernetesObject | undefined;

function podProblems(at: string, spec: unknown): Problem[] {
  const containers = listOf(recordOf(spec).containers);
  if (containers.length === 0) return [[`${at}.containers`, REQUIRED]];
  return containers.flatMap(({ name, image }, index): Problem[] => [
    ...labelProblems(`${at}.containers[${index}].name`, name),
    ...(image ? [] : [[`${at}.containers[${index}].image`, REQUIRED] as const]),
  ]);
}

const selects = (selector: unknown, labels: unknown): boolean =>
  Object.entries(recordOf(recordOf(selector).matchLabels)).every(([key, value]) => recordOf(labels)[key] === value);

/**
 * Problems of deployments, stateful sets and daemon sets. The restart policy of the pods must be `Always`, and the
 * selector must match the labels of the pods.
 */
export function workloadProblems({ spec }: Body, old: Old): Problem[] {
  const { replicas, selector, template } = recordOf(spec);
  const { metadata, spec: pod } = recordOf(template);
  const { labels = null } = recordOf(metadata);
  const { restartPolicy = 'Always' } = recordOf(pod);
  const before = recordOf(old?.spec).selector;
  const isOther = before !== undefined && !isDeepStrictEqual(before, selector);
  const found: (Problem | false)[] = [
    typeof replicas === 'number' &&
      replicas < 0 && ['spec.replicas', `Invalid value: ${replicas}: must be greater than or equal to 0`],
    selector === undefined && ['spec.selector', REQUIRED],
    (selector === undefined || !selects(selector, labels)) && [
      'spec.template.metadata.labels',
      `Invalid value: ${JSON.stringify(labels)}: \`selector\` does not match template \`labels\``,
    ],
    ...podProblems('spec.template.spec', pod),
    restartPolicy !== 'Always' && ['spec.template.spec.restartPolicy', unsupported(restartPolicy, ['Always'])],
    isOther && ['spec.selector', `Invalid value: ${JSON.stringify(selector)}: field is immutable`],
  ];
  return found.filter((it) => it !== false);
}

const ENDING = ['OnFailure', 'Never'];

function scheduleProblems(schedule: unknown): Problem[] {
  if (typeof schedule !== 'string' || schedule === '') return [['spec.schedule', REQUIRED]];
  if (/^@(yearly|annually|monthly|weekly|daily|midnight|hourly|every .+)$/.test(schedule)) return [];
  const fields = schedule.trim().split(/\s+/);
  if (fields.length === 5) return [];
  const problem = `expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`;
  return [['spec.schedule', `Invalid value: "${schedule}": ${problem}`]];
}

export function cronJobProblems({ spec }: Body): Problem[] {
  const { schedule, jobTemplate } = recordOf(spec);
  const pod = recordOf(recordOf(recordOf(recordOf(jobTemplate).spec).template).spec);
  const at = 'spec.jobTemplate.spec.template.spec';
  const valid = `${REQUIRED}: valid values: ${ENDING.map((it) => `"${it}"`).join(', ')}`;
  return [
    ...scheduleProblems(schedule),
    ...podProblems(at, pod),
    ...(ENDING.includes(String(pod.restartPolicy)) ? [] : [[`${at}.restartPolicy`, valid] as const]),
  ];
}
