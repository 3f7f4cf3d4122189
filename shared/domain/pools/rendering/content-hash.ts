import { derivedUuid, type Uuid } from '../../_core/identifier.ts';
import { compactJson } from './compact-json.ts';

/** The uuid namespace in which algorithm 1 makes its hashes. The uuid is random and never changes. */
const FIRST: Uuid = '5b1f2c7e0a9d4f5c8e3b6d7a41c09f12';
const LENGTH = 10;

/**
 * The hash algorithms, by the version that a pool keeps. Once a release has used a version, its algorithm never
 * changes, because another hash would replace every machine of every pool. A better algorithm gets a new version, which
 * only new pools use.
 */
const ALGORITHMS: Readonly<Record<number, (content: unknown) => string>> = {
  1: (content) => derivedUuid(FIRST, compactJson(content)).slice(0, LENGTH),
};
export const CURRENT_CONFIG_VERSION = 1;

/** A short text that is the same for the same content. Empty fields and the order of keys make no difference. */
export function contentHash(version: number, content: unknown): string {
  const algorithm = ALGORITHMS[version];
  if (!algorithm) throw new Error(`This release of Paddock does not know version ${version} of machine configs.`);
  return algorithm(content);
}
