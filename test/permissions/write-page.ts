import { writeFileSync } from 'node:fs';
import { permissionsPage } from './permissions-page.ts';

writeFileSync('docs/permissions.md', permissionsPage());
