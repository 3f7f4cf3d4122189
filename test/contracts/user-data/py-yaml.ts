import { fileURLToPath } from 'node:url';
import { pythonLines } from '#test/programs/python-lines';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Parses a document with PyYAML, the YAML parser of cloud-init. */
export const pyYaml = (): ((text: string) => Promise<unknown>) =>
  pythonLines({
    ...{ what: 'PyYAML', log: 'user-data' },
    ...{ requirements: here('requirements.txt'), program: here('read_yaml.py') },
  });
