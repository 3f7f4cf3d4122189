import ipaddr from 'ipaddr.js';
import { asLine } from '../../../_core/text/plain-text.ts';
import { cidrOf, parseNetwork } from '../../ipv4-network.ts';

/** The type of a label's value. Values are texts, as in Magnum. */
export type LabelKind<T> = {
  /** The name of the type in the API. */
  type: 'text' | 'version' | 'boolean' | 'integer' | 'network' | 'list';
  /** The allowed values, worded as the end of a sentence: "a whole number from 1 to 10". */
  values: string;
  /** Parses the text of a label. Returns undefined for a text that is not allowed. */
  parse: (text: string) => T | undefined;
};

const matching = (values: string, pattern: RegExp): LabelKind<string> => ({
  type: 'text',
  values,
  parse: (text) => (pattern.test(text) && asLine(text) === text ? text : undefined),
});

/** The name of something in the cloud, such as a volume type. Such names may contain spaces. */
export const name = matching('a name of at most 255 characters', /^.{1,255}$/u);
export const uuidOrName = { ...name, values: 'a uuid or a name of at most 255 characters' };
export const domain = matching(
  'a DNS name in lower case',
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/,
);
export const claim = matching('the name of a claim', /^[\w.:/-]{1,200}$/);
export const prefix = matching(
  'a text without spaces, quotes and braces, at most 100 characters',
  /^[^\s"'`\\{}]{1,100}$/u,
);

/** A registry and a path in it. A slash at the end has no effect, so it is removed. */
export const registryPath: LabelKind<string> = {
  type: 'text',
  values: 'a registry and a path, without `https://`',
  parse: (text) =>
    /^[a-z0-9.-]+(?::\d{1,5})?(?:\/[a-z0-9._-]+)*\/?$/i.test(text) && text.length <= 200
      ? text.replace(/\/$/, '')
      : undefined,
};

const address = matching('an address that begins with `https://`', /^https:\/\/[^\s"'`\\{}]{1,190}$/u);
export const httpsUrl: LabelKind<string> = {
  ...address,
  parse: (text) => (URL.canParse(text) ? address.parse(text) : undefined),
};

export const ipv4Address: LabelKind<string> = {
  type: 'text',
  values: 'an IPv4 address',
  parse: (text) => (ipaddr.IPv4.isValidFourPartDecimal(text) ? text : undefined),
};

export const oneOf = <T extends string>(...choices: readonly T[]): LabelKind<T> => ({
  type: 'text',
  values: `one of ${choices.map((choice) => `\`${choice}\``).join(', ')}`,
  parse: (text) => choices.find((choice) => choice === text),
});

/** A version in the format of image tags of Kubernetes and its add-ons. */
export const version: LabelKind<string> = {
  type: 'version',
  values: 'a version such as `v1.33.5`',
  parse: (text) => (/^v\d{1,3}\.\d{1,3}\.\d{1,3}(?:-[a-z0-9.]{1,30})?$/.test(text) ? text : undefined),
};

/** The texts that OpenStack's libraries accept for true and false. */
const TRUE = ['true', '1', 't', 'on', 'yes', 'y'];
const FALSE = ['false', '0', 'f', 'off', 'no', 'n'];
export const boolean: LabelKind<boolean> = {
  type: 'boolean',
  values: '`true` or `false`',
  parse: (text) => {
    const lower = text.toLowerCase();
    return TRUE.includes(lower) || (FALSE.includes(lower) ? false : undefined);
  },
};

export const integer = (least: number, most: number, unit = ''): LabelKind<number> => ({
  type: 'integer',
  values: `a whole number from ${least} to ${most}${unit && `, in ${unit}`}`,
  parse: (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? value : undefined;
  },
});

/** An IPv4 network. Bits after the prefix are removed. */
export const network: LabelKind<string> = {
  type: 'network',
  values: 'an IPv4 network such as `10.0.0.0/24`',
  parse: (text) => {
    const parsed = parseNetwork(text);
    return parsed && cidrOf(parsed);
  },
};

const MAX_ITEMS = 50;
/** A list, with commas between its items. Spaces around an item have no effect. */
export const listOf = (items: string, pattern: RegExp): LabelKind<readonly string[]> => ({
  type: 'list',
  values: `${items}, with commas between them`,
  parse: (text) => {
    const found = text.split(',').map((item) => item.trim());
    return found.length <= MAX_ITEMS && found.every((item) => pattern.test(item)) ? [...new Set(found)] : undefined;
  },
});
