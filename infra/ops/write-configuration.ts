import { writeFileSync } from 'node:fs';
import { referencePage, schemaText } from '../config/reference-page.ts';

writeFileSync('docs/configuration.md', referencePage());
writeFileSync('docs/paddock.schema.json', schemaText());
