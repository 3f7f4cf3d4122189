import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pythonVenv } from '#infra/local/emulator/python-venv';
import { localHome, localLogDir } from '#infra/local/local-settings';
import { asModule, CLIENT_FIELDS, fieldsPage, SHARED_COLLECTIONS } from './fields-page.ts';

const of = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const logDir = localLogDir('waldur-client');
mkdirSync(logDir, { recursive: true });
const contents = { what: "Waldur's API client", requirements: of('../e2e/waldur-client/requirements.txt') };
const python = await pythonVenv(contents, { home: localHome(), logDir });
writeFileSync(CLIENT_FIELDS, execFileSync(python, [of('client_fields.py'), ...SHARED_COLLECTIONS.map(asModule)]));
writeFileSync('docs/waldur-fields.md', fieldsPage());
