import { fileURLToPath } from 'node:url';
import { pythonVenv, type VenvOptions } from '../python-venv.ts';

/** Path of a Python interpreter with uv, which resolves and installs Python packages. */
export const uvPython = (options: VenvOptions): Promise<string> =>
  pythonVenv({ what: 'uv', requirements: fileURLToPath(new URL('requirements.txt', import.meta.url)) }, options);
