import { z } from 'zod';
import { likelyName } from '../../_core/text/nearest-name.ts';
import type { Gives } from '../../organizations/root-fields.ts';
import { ADDON_LABELS } from './labels/addon-labels.ts';
import { API_SERVER_LABELS } from './labels/api-server-labels.ts';
import type { LabelRule } from './labels/label-rule.ts';
import { NETWORK_LABELS } from './labels/network-labels.ts';
import { NODE_LABELS } from './labels/node-labels.ts';

/**
 * All labels of templates and clusters, with Magnum's names. This table is the only source of their types, defaults and
 * meanings, and of the effects of changing them.
 */
export const LABELS = { ...NODE_LABELS, ...NETWORK_LABELS, ...API_SERVER_LABELS, ...ADDON_LABELS } as const;
export type LabelName = keyof typeof LABELS;
type Labels = typeof LABELS;
type ValueOf<R> = R extends LabelRule<infer T, infer D> ? T | Extract<D, undefined> : never;
/** The value of each label, in the type of the label. Undefined if the label has no default and is not set. */
export type LabelValues = { readonly [N in LabelName]: ValueOf<Labels[N]> };

/** Values of labels as texts, by label name. `valuesOf` converts the texts to typed values. */
export const labelTexts = z.record(z.string(), z.string());
export type LabelTexts = Readonly<z.infer<typeof labelTexts>>;

export type AnyRule = LabelRule<unknown, unknown>;
const RULES: Readonly<Record<string, AnyRule>> = LABELS;
const ruleOf = (name: string): AnyRule | undefined => (Object.hasOwn(RULES, name) ? RULES[name] : undefined);

/** Labels that are as good as root, with what they give. */
export const ROOT_LABELS: Readonly<Record<string, Gives>> = Object.fromEntries(
  Object.entries(RULES).flatMap(([name, { gives }]) => (gives === undefined ? [] : [[name, gives]])),
);

/** Fields of a template that users may mistake for labels. */
const FIELDS_OF_TEMPLATES = [
  ...['docker_volume_size', 'network_driver', 'external_network_id', 'fixed_network', 'fixed_subnet', 'dns_nameserver'],
  ...['floating_ip_enabled', 'master_lb_enabled', 'http_proxy', 'https_proxy', 'no_proxy', 'insecure_registry'],
];

/** The error message for an unknown label, with the label that was probably meant. */
function unknownLabel(name: string): string {
  if (FIELDS_OF_TEMPLATES.includes(name)) return 'This is a field of the template, not a label.';
  const likely = likelyName(name, Object.keys(LABELS));
  return likely === undefined ? 'Unknown label.' : `Unknown label. Did you mean "${likely}"?`;
}

/** If a label has no default, an empty text means that the label is not set. */
const isUnset = (rule: AnyRule, text: string): boolean => text === '' && rule.default === undefined;

/** The error of one label, without regard to other labels. Undefined if there is none. */
export function problemOfLabel(name: string, text: string): string | undefined {
  const rule = ruleOf(name);
  if (rule === undefined) return unknownLabel(name);
  if (isUnset(rule, text) || rule.kind.parse(text) !== undefined) return undefined;
  return `Enter ${rule.kind.values}.`;
}

/** The values of all labels, with defaults. A text that is not allowed counts as not set. */
export function valuesOf(texts: LabelTexts): LabelValues {
  const entries = Object.entries<AnyRule>(LABELS).map(([name, rule]) => {
    const text = Object.hasOwn(texts, name) ? texts[name] : undefined;
    return [name, (text === undefined ? undefined : rule.kind.parse(text)) ?? rule.default];
  });
  // This cast is needed because `Object.fromEntries` loses which key has which type. Each value has its label's type.
  return Object.fromEntries(entries) as LabelValues;
}
