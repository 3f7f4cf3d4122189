import { derivedUuid, type Uuid } from '../../_core/identifier.ts';
import { compactJson } from './compact-json.ts';

/** Namespace of the hashes of the first algorithm. A random uuid that never changes. */
const FIRST: Uuid = '5b1f2c7e0a9d4f5c8e3b6d7a41c09f12';
const LENGTH = 10;

/**
 * The algorithms, by the version that a pool keeps. A version never changes once a release has used it: another hash
 * would replace every machine of every pool. A better algorithm gets a new number, which only new pools take.
 */
const ALGORITHMS: Readonly<Record<number, (content: unknown) => string>> = {
  1: (content) => derivedUuid(FIRST, compactJson(content)).slice(0, LENGTH),
};
export const CURRENT_CONFIG_VERSION = 1;

/**
 * A short text that is the same for the same content, whatever the order of its keys, and with or without its empty
 * fields.
 */
export function contentHash(version: number, content: unknown): string {
  const algorithm = ALGORITHMS[version];
  if (!algorithm) throw new Error(`This release does not know version ${version} of machine configs.`);
  return algorithm(content);
}
