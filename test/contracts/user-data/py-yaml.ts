import { fileURLToPath } from 'node:url';
import { pythonLines } from '#test/programs/python-lines';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** What PyYAML, the reader of cloud-init, makes of a document. */
export const pyYaml = (): ((text: string) => Promise<unknown>) =>
  pythonLines({
    ...{ what: 'PyYAML', log: 'user-data' },
    ...{ requirements: here('requirements.txt'), program: here('read_yaml.py') },
  });
