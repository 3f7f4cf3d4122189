import type { OptionValues } from '../providers/resource-options.ts';

type Labels = Readonly<Record<string, string>>;

const PART = /^[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?$/;
const SUBDOMAIN = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;
const MAX_PART = 63;
const MAX_PREFIX = 253;

function isLabelName(text: string): boolean {
  const [name = '', prefix, ...more] = text.split('/').reverse();
  const hasPrefix = prefix === undefined || (prefix.length <= MAX_PREFIX && SUBDOMAIN.test(prefix));
  return more.length === 0 && hasPrefix && name.length <= MAX_PART && PART.test(name);
}

/** Options may be numbers or booleans. Values of labels are always text. */
const labelText = (value: OptionValues[string]): string => String(value);

const NAME_TEXT =
  'The name of the option cannot be the key of a Kubernetes label. Enter at most 63 letters, digits, "-", "_" and ".". A domain and "/" may come before them.';
const VALUE_TEXT =
  'The value cannot be the value of a Kubernetes label. Enter at most 63 letters, digits, "-", "_" and ".". The first and the last must be a letter or a digit.';

/**
 * Why Kubernetes would refuse an option as a label (see "Labels and Selectors" in the documentation of Kubernetes).
 * Undefined if Kubernetes accepts the label.
 */
export function labelProblem(name: string, value: OptionValues[string]): string | undefined {
  if (!isLabelName(name)) return NAME_TEXT;
  const text = labelText(value);
  const isLabelValue = text === '' || (text.length <= MAX_PART && PART.test(text));
  return isLabelValue ? undefined : VALUE_TEXT;
}

/**
 * `labels` are all labels of the Secret. `fromOptions` are the labels that Paddock has written for options, with the
 * values that were written.
 */
export type LabelledSecret = { labels: Labels; fromOptions: Labels };

/**
 * Merges options into the Secret's labels (docs/spec/orders.md#options-of-a-resource). A label that somebody else has
 * written or changed keeps its value. The labels of all other options get the current values of the options. (Waldur
 * would keep the first values.) Returns the labels to write, or undefined if nothing has to be written.
 */
export function mergedLabels(
  { labels, fromOptions }: LabelledSecret,
  options: OptionValues,
): { labels: Labels; fromOptions: Labels } | undefined {
  const wanted = Object.entries(options).map(([name, value]) => [name, labelText(value)] as const);
  const ours = wanted.filter(([name]) => labels[name] === undefined || labels[name] === fromOptions[name]);
  const missing = ours.filter(([name, text]) => labels[name] !== text);
  if (missing.length === 0) return undefined;
  return { labels: Object.fromEntries(missing), fromOptions: Object.fromEntries(ours) };
}
