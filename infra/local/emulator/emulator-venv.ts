import { fileURLToPath } from 'node:url';
import { pythonVenv, type VenvOptions } from './python-venv.ts';

const REQUIREMENTS = fileURLToPath(new URL('requirements.txt', import.meta.url));

/**
 * Python of a virtual environment that has the pinned emulator.
 * @throws OperatorError as `pythonVenv` does
 */
export const emulatorPython = (options: VenvOptions): Promise<string> =>
  pythonVenv({ what: 'the emulator', requirements: REQUIREMENTS }, options);
