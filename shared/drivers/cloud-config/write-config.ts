import { yamlText } from '#shared/domain/_core/text/yaml-text';
import { assertReadsBackAs } from './read-back.ts';

/**
 * Writes a cloud-config as text, then parses the text again to check it.
 * @throws Misconfigured if a machine would read a value that differs from the written one
 */
export function writeConfig(config: object): string {
  const text = `#cloud-config\n${yamlText(config)}`;
  assertReadsBackAs(text, config);
  return text;
}
