import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { likelyName } from '#shared/domain/_core/text/nearest-name';
import { wordsOf } from './field.ts';
import { isSettingName, SETTING_NAMES, type SettingName, type Settings, settings } from './fields.ts';
import { hasPassword } from './redact-setting.ts';

/** The metadata key under which a resource of the stack stores the stage's settings. */
export const KEPT_UNDER = 'paddock:settings';

/**
 * The settings that a deployed stack keeps, by name. If a setting can contain a secret, the stack keeps only a hash of
 * its value.
 */
export type Kept = Partial<Record<SettingName, unknown>>;

const hashed = z.strictObject({ sha256: z.string() });
export const isHash = (kept: unknown): boolean => hashed.safeParse(kept).success;

export function keptSettings(given: Partial<Settings>): Kept {
  const keep = ([name, value]: [string, unknown]): [string, unknown] => {
    const isSecret = hasPassword(value) || (isSettingName(name) && wordsOf(settings.shape[name]).isSecret);
    return [name, isSecret ? { sha256: createHash('sha256').update(String(value)).digest('hex') } : value];
  };
  return Object.fromEntries(Object.entries(given).map(keep));
}

const template = z.object({
  Resources: z.record(z.string(), z.object({ Metadata: z.record(z.string(), z.unknown()).optional() })),
});

/**
 * The settings in the template of a deployed stack. Undefined if the stack was deployed by an older release, which did
 * not store settings.
 */
export function keptIn(body: string): Kept | undefined {
  const { Resources } = template.parse(JSON.parse(body));
  const found = Object.values(Resources).flatMap(({ Metadata }) => Metadata?.[KEPT_UNDER] ?? []);
  const kept = z.record(z.string(), z.unknown()).optional().parse(found[0]);
  return kept && Object.fromEntries(Object.entries(kept).filter(([name]) => isSettingName(name)));
}

export interface Difference {
  readonly name: SettingName;
  /** `lost`: the deployed value is not the default, and the operator now gives no value. */
  readonly kind: 'lost' | 'changed' | 'new';
  readonly was?: unknown;
  readonly is?: unknown;
}

const defaultOf = (name: SettingName): unknown => settings.shape[name].safeParse(undefined).data;

function differenceOf(name: SettingName, was: unknown, is: unknown): Difference[] {
  if (isDeepStrictEqual(was ?? defaultOf(name), is ?? defaultOf(name))) return [];
  if (is === undefined) return [{ name, kind: 'lost', was }];
  return [was === undefined ? { name, kind: 'new', is } : { name, kind: 'changed', was, is }];
}

/**
 * Compares the deployed settings with the given settings. The differences are in the order of the fields. `stage` is
 * not compared, because it selects the stack.
 */
export const compareSettings = (deployed: Kept, given: Kept): Difference[] =>
  SETTING_NAMES.filter((name) => name !== 'stage').flatMap((name) => differenceOf(name, deployed[name], given[name]));

/**
 * Finds the lost settings that `drop` does not name, and the names in `drop` that belong to no lost setting.
 * @param drop names of settings that the operator wants to lose
 */
export function lostSettings(differences: readonly Difference[], drop: readonly string[]) {
  const lost = differences.filter(({ kind }) => kind === 'lost');
  const names = lost.map(({ name }) => name);
  const strange = drop.filter((name) => !names.some((known) => known === name));
  return {
    lost: lost.filter(({ name }) => !drop.includes(name)),
    strange: strange.map((name) => ({ name, meant: likelyName(name, names) })),
  };
}
