import { Document } from 'yaml';
import { z } from 'zod';
import { readYaml, UnreadableYaml } from '#shared/domain/_core/text/read-yaml';
import { quoteTexts, YAML_LAYOUT } from '#shared/domain/_core/text/yaml-text';
import { Misconfigured } from '../../errors.ts';
import { type DataDisk, storageConfig } from './data-disks.ts';
import { templateMeaning } from './expected-config.ts';
import { fillTemplate } from './fill-template.ts';
import { assertReadsBackAs, firstDifference } from './read-back.ts';

/** Values that every machine needs. Paddock adds the values that the provider's template lacks. */
export type MachineNeeds = {
  /** The host name of the machine, and the template variable that stands for it. */
  hostname: { value: string; variable: string };
  sshPublicKey?: string | undefined;
  disks: readonly DataDisk[];
};

/** A list that may be null. For cloud-init, a key without a value is an empty list. */
const list = <T extends z.ZodType>(item: T) => z.array(item).nullish();
/** The keys of a template to which Paddock may add something. All other keys stay unchanged. */
const sharedKeys = z.looseObject({
  hostname: z.string().nullish(),
  ssh_authorized_keys: list(z.string()),
  bootcmd: list(z.unknown()),
  disk_setup: z.record(z.string(), z.unknown()).nullish(),
  fs_setup: list(z.looseObject({ device: z.string() })),
  mounts: list(z.array(z.unknown())),
});
type SharedKeys = z.infer<typeof sharedKeys>;

/** The disk of a device or partition: `/dev/vdb1`, `vdb1` and `vdb` are the same disk. */
const diskOf = (device: unknown): string =>
  String(device)
    .replace(/^\/dev\//, '')
    .replace(/\d+$/, '');

/**
 * Adds the order's data volumes to the disks of the template. If the order and the template use the same disk or mount
 * point, the order's volume is used. Waldur, in contrast, replaces all disks of the template by the order's volumes
 * (docs/spec/backends.md#data-disks-in-cloud-init).
 */
function withDisks(own: SharedKeys, disks: readonly DataDisk[]) {
  const ordered = new Set(disks.map(({ device }) => diskOf(device)));
  const mountPoints = new Set<unknown>(disks.map(({ mountPoint }) => mountPoint));
  const ours = storageConfig(disks);
  const isFree = (device: unknown) => !ordered.has(diskOf(device));
  return {
    bootcmd: [...ours.bootcmd, ...(own.bootcmd ?? [])],
    disk_setup: {
      ...Object.fromEntries(Object.entries(own.disk_setup ?? {}).filter(([device]) => isFree(device))),
      ...ours.disk_setup,
    },
    fs_setup: [...(own.fs_setup ?? []).filter(({ device }) => isFree(device)), ...ours.fs_setup],
    mounts: [
      ...(own.mounts ?? []).filter(([device, mountPoint]) => isFree(device) && !mountPoints.has(mountPoint)),
      ...ours.mounts,
    ],
  };
}

/** Keys to set in the template, with their new values. Empty if the template already has everything. */
function missing(own: SharedKeys, { hostname, sshPublicKey, disks }: MachineNeeds): Record<string, unknown> {
  const keys = own.ssh_authorized_keys ?? [];
  // Paddock recognizes a node by its host name (docs/spec/nodes.md#how-nodes-are-recognized). If the template set
  // another host name, the node would never count as joined.
  if (own.hostname && own.hostname !== hostname.value) {
    throw new Misconfigured(`The hostname must be {${hostname.variable}}.`);
  }
  return {
    ...(!own.hostname && { hostname: hostname.value }),
    ...(sshPublicKey !== undefined && !keys.includes(sshPublicKey) && { ssh_authorized_keys: [...keys, sshPublicKey] }),
    ...(disks.length > 0 && withDisks(own, disks)),
  };
}

/** Parses YAML 1.1, because cloud-init reads this version: `0644` is octal and `yes` is true. */
function parseYaml(text: string): { document: Document; content: unknown } {
  try {
    const [only, ...more] = readYaml(text, { version: '1.1' }).documents;
    if (more.length > 0) throw new Misconfigured('The cloud-config has more than one YAML document.');
    return { document: only?.document ?? new Document(null), content: only?.value ?? null };
  } catch (error) {
    if (!(error instanceof UnreadableYaml)) throw error;
    throw new Misconfigured(`The cloud-config is not valid YAML: line ${error.line}: ${error.message}`, {}, error);
  }
}

function parseConfig(text: string): { document: Document; content: object; own: SharedKeys } {
  const { document, content } = parseYaml(text);
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new Misconfigured('The cloud-config is not a YAML mapping.');
  }
  const own = sharedKeys.safeParse(content);
  if (own.success) return { document, content, own: own.data };
  const [issue] = own.error.issues;
  throw new Misconfigured(`The cloud-config's ${issue?.path.join('.')} is not valid for cloud-init: ${issue?.message}`);
}

/** Adds the missing keys to the text. `meant` is the document that a parser should read from the new text. */
function completed(text: string, needs: MachineNeeds): { text: string; meant: object } {
  const { document, content, own } = parseConfig(text);
  const additions = missing(own, needs);
  if (Object.keys(additions).length === 0) return { text, meant: content };
  for (const [key, value] of Object.entries(additions)) {
    const node = document.createNode(value);
    quoteTexts(node);
    document.set(key, node);
  }
  return {
    text: document.toString({ ...YAML_LAYOUT, flowCollectionPadding: false }),
    meant: { ...content, ...additions },
  };
}

/** @throws Misconfigured if a YAML parser would read the value of a variable as anything other than plain text */
function assertMeaning(template: string, variables: ReadonlyMap<string, string>, filled: string): void {
  const read = (text: string) => parseYaml(text).content;
  const difference = firstDifference(templateMeaning(template, variables, read), read(filled));
  if (difference === undefined) return;
  throw new Misconfigured(
    `YAML does not read the variable at ${difference} as text. Put the variable in quotes in the template.`,
  );
}

/**
 * Makes the user data from a provider's template: fills in the values of variables, and adds the machine's host name,
 * SSH key and data volumes. The text stays unchanged if nothing is missing.
 * @throws Misconfigured if the text is not a cloud-config, or if a machine would read it differently than intended
 */
export function completeConfig(template: string, variables: ReadonlyMap<string, string>, needs: MachineNeeds): string {
  const filled = fillTemplate(template, variables);
  assertMeaning(template, variables, filled);
  const { text, meant } = completed(filled, needs);
  assertReadsBackAs(text, meant);
  return text;
}
