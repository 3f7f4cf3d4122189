import { shown } from './redact-setting.ts';

/**
 * The values of all settings. Each value is valid by itself. `where` has the source of each value, but no entry for a
 * default.
 */
interface Known {
  readonly values: Readonly<Record<string, unknown>>;
  readonly where: ReadonlyMap<string, string>;
}

const alone = (one: string, other: string) => [
  { one, other, because: `${one} and ${other} belong together` },
  { one: other, other: one, because: `${one} and ${other} belong together` },
];
const PAIRS = [
  ...alone('oidcIssuer', 'oidcAudience'),
  ...alone('subnetIds', 'securityGroupIds'),
  ...alone('domainName', 'certificateArn'),
  { one: 'noProxy', other: 'httpsProxy', because: 'noProxy lists exceptions from httpsProxy' },
];

function livesTooShort({ values, where }: Known): string[] {
  const { backendTimeoutSeconds: request, stepTimeoutSeconds: step } = values;
  if (typeof request !== 'number' || typeof step !== 'number' || request < step) return [];
  const of = (name: string) => where.get(name) ?? 'the default';
  return [
    `stepTimeoutSeconds is ${step} (${of('stepTimeoutSeconds')}); expected more than backendTimeoutSeconds, which is ${request} (${of('backendTimeoutSeconds')}): a step has to run longer than one request to a backend.`,
  ];
}

/** Finds conflicts between settings that are each valid alone. Returns one line for each conflict. */
export function brokenRules(known: Known): string[] {
  const { values, where } = known;
  const lonely = PAIRS.filter(({ one, other }) => where.has(one) && other in values && values[other] === undefined);
  return [
    ...lonely.map(
      ({ one, other, because }) =>
        `${one} is ${shown(one, values[one])} in ${where.get(one)}, and ${other} is not given; expected both or none: ${because}.`,
    ),
    ...livesTooShort(known),
  ];
}
